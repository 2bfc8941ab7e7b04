import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'

// Finds a browser for the browser tests: an installed one, else Debian's package, else Playwright's own download. The
// headless shell comes first, if there is a package of it: a visitor costs it an eighth of the processor time, because
// it draws no window around the page.

const shell = 'chromium-headless-shell'
const fonts = 'fonts-liberation'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macs = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export function installed(...wanted: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return wanted
    .flatMap((name) => (path.isAbsolute(name) ? name : folders.map((folder) => path.join(folder, name))))
    .find((file) => fs.existsSync(file))
}

/** The program of a Debian package that has its name; undefined where it can't be installed. */
export function fromApt(name: string, ...more: string[]): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined
  console.log(`installing ${name} for the tests (apt-get) ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, ...more], { env, stdio: 'ignore' })
  return installed(name)
}

function fromPlaywright(): string | undefined {
  console.log('downloading Chromium for the browser tests (playwright) ...')
  const command = path.resolve('node_modules/playwright-core/cli.js')
  spawnSync(process.execPath, [command, 'install', 'chromium'], { stdio: 'ignore' })
  const file = chromium.executablePath()
  return fs.existsSync(file) ? file : undefined
}

/** A browser that starts, or an end with a sentence that says how to get one. Browser tests are never skipped. */
export function findBrowser(): string {
  const asked = process.env.CHROMIUM_PATH
  const file =
    asked ??
    installed(shell) ??
    fromApt(shell, fonts) ??
    installed(...names, ...macs) ??
    fromApt('chromium', fonts) ??
    fromPlaywright()
  try {
    if (file) {
      execFileSync(file, ['--version', '--no-sandbox'], { stdio: 'ignore' })
      return file
    }
  } catch {}
  console.error(
    asked
      ? `The browser tests need a browser, and CHROMIUM_PATH=${asked} does not start one.`
      : 'The browser tests need Chromium or Chrome and none could be found or installed. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.',
  )
  process.exit(1)
}
