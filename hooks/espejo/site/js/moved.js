// @ts-check

/* Redirect: goes to the page's new URL with the same hash, or to the question's own new page. */

const link = document.getElementById("new");
const own = document.getElementById(location.hash.slice(1)); // ids are plain ASCII
if (own instanceof HTMLAnchorElement) {
  location.replace(own.href);
} else if (link instanceof HTMLAnchorElement) {
  link.hash = location.hash;
  location.replace(link.href);
}
