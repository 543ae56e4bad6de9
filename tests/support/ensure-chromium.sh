#!/bin/sh
# Finds a Chromium for the browser tests, or gets one: the system's, Playwright's, the Debian package when root.
set -eu
for name in chromium chromium-browser google-chrome google-chrome-stable; do
  command -v "$name" >/dev/null 2>&1 && exit 0
done
[ -n "${CHROMIUM_PATH:-}" ] && [ -x "$CHROMIUM_PATH" ] && exit 0
[ -d "/Applications/Google Chrome.app" ] && exit 0
ls "${HOME:-/root}"/.cache/ms-playwright/chromium*/ >/dev/null 2>&1 && exit 0
echo "No Chromium on this machine; getting one for the browser tests …" >&2
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >/dev/null && apt-get install -y -qq --no-install-recommends chromium >/dev/null && exit 0
fi
npx --no-install playwright-core install chromium && exit 0
echo "There is no Chromium and none can be had: install Chromium or Chrome, or set CHROMIUM_PATH." >&2
exit 1
