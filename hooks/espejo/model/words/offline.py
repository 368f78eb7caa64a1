"""Words of keeping the site: what its page and its scripts say, each with what it is for."""

from __future__ import annotations

from collections.abc import Mapping

OFFLINE_PAGE: Mapping[str, str] = {
    "offline_title": "the title of the page about using the site without a network, and the link to it",
    "offline_about": "the description of that page",
    "offline_what": "the paragraph about what is kept of what a reader visits, and what is not",
    "offline_install_title": "the heading over how to install the site",
    "offline_install": "the paragraph about how to install the site, and what that is good for",
    "offline_off": "the message of that page if the site is built so that nothing is kept",
    "offline_needs_script": "the message of that page without JavaScript",
}
"""What the template of the page says, and the links to it."""

KEEPING: Mapping[str, str] = {
    "offline_unsupported": "the message that this browser, or this copy of the site, cannot keep pages",
    "offline_missing": "the message that a {page} is not kept, and there is no network",
    "offline_try": "the link and the button that try again to open or to fetch something",
    "offline_keep": "the button that keeps the whole site, with its {size}",
    "offline_downloads": "the label of the box for the downloads, with their {size}",
    "offline_begun": "the message that {count} of {total} files are kept",
    "offline_more": "the button that keeps the downloads too, with their {size}",
    "offline_progress_label": "the accessible name of the bar that shows the progress",
    "offline_progress": "how many files are kept so far, {count} of {total}",
    "offline_stop": "the button that stops keeping",
    "offline_stopped": "the message that it was stopped",
    "offline_done": "the message that everything is kept",
    "offline_kept": "the message that the whole site is kept, with its {size}",
    "offline_full": "the message that there is no more room, and {count} of {total} files are kept",
    "offline_failed": "the message that some files could not be kept, with their {count}",
    "offline_no_network": "the message that nothing can be fetched now",
    "offline_remove": "the button that removes what is kept",
    "offline_removed": "the message that it was removed",
    "offline_pages": "the heading over the pages that are kept",
}
"""What the script of the page says."""

CHANGES: Mapping[str, str] = {
    "page_changed": "the message that the page has changed since it was opened",
    "page_reload": "the button that loads the page anew",
}
"""What the scripts on every page say."""

OFFLINE: Mapping[str, str] = {**OFFLINE_PAGE, **KEEPING, **CHANGES}
