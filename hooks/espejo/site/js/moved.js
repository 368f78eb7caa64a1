// @ts-check

/* Redirect page: go to the new address and keep the anchor of the question, or to where that question is now. */

const link = document.getElementById("new");
const own = document.getElementById(location.hash.slice(1)); // an id is plain ASCII
if (own instanceof HTMLAnchorElement) {
  location.replace(own.href);
} else if (link instanceof HTMLAnchorElement) {
  link.hash = location.hash;
  location.replace(link.href);
}
