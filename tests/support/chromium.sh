#!/bin/sh
# Starts the browser $CHROMIUM without features that no test needs but every new window prepares: two of its
# own pages below the address bar, in a separate process, and a spare process for the next page. They took
# more than half of the time to open a window.
#
# Playwright passes a list of features to disable, and browsers only use the last such list. So we add ours
# to Playwright's. Browsers that don't know these names, such as the headless shell, ignore them.
off="WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess"
for word in "$@"; do
    shift
    case "$word" in
        --disable-features=*) word="$word,$off" ;;
    esac
    set -- "$@" "$word"
done
exec "$CHROMIUM" "$@"
