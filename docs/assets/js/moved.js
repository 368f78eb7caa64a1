// @ts-check

/* Redirect page: go to the new address and keep the anchor of the question. */

const link = document.getElementById("new");
if (link instanceof HTMLAnchorElement) {
  link.hash = location.hash;
  location.replace(link.href);
}
