#!/bin/sh
# Starts the browser $CHROMIUM without what it prepares for every new window and no test needs: two pages of its
# own below the address bar, in a process of their own, and a process for the page that may come next. They
# took more than half of the time of a window.
#
# Playwright gives a list of what to switch off, and of two lists a browser takes the last. So ours goes into
# Playwright's. A browser that does not know these names, such as the headless shell, ignores them.
off="WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess"
for word in "$@"; do
    shift
    case "$word" in
        --disable-features=*) word="$word,$off" ;;
    esac
    set -- "$@" "$word"
done
exec "$CHROMIUM" "$@"
