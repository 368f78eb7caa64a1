// @ts-check

/* On the page that is left where another one was: goes on to the new address, with the question asked for. */

const link = document.getElementById("new");
if (link instanceof HTMLAnchorElement) {
  link.hash = location.hash;
  location.replace(link.href);
}
