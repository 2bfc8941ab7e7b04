import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { flags } from './visitor.ts'

// A browser that is a phone of its own: what it keeps is in a folder, it can be killed as a whole, and is started again.

export type OwnBrowser = {
  context: BrowserContext
  page: Page
  /** All its processes at once, by kill -9. */
  kill(): Promise<void>
}

const folders: string[] = []
const running = new Set<ChildProcess>()
/** A folder for what a browser keeps. */
export function browserFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-browser-'))
  folders.push(folder)
  return folder
}
/** Ends what still runs, and forgets all of it. */
export async function endBrowsers(): Promise<void> {
  await Promise.all([...running].map(killed))
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

export async function startBrowser(folder: string, origin: string, more: string[] = []): Promise<OwnBrowser> {
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, '--window-size=360,800']
  const child = spawn(process.env.CHROMIUM_PATH!, [...flags, ...own, ...more, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  const browser = await chromium.connectOverCDP(await addressOf(child))
  const [context] = browser.contexts()
  const page = await context!.newPage()
  context!.setDefaultTimeout(20_000)
  const goto = page.goto.bind(page)
  page.goto = (url, options) => goto(new URL(url, origin).href, options)
  return { context: context!, page, kill: () => killed(child) }
}

/** It tells on the screen of its machine where it can be spoken with. */
function addressOf({ stderr }: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    stderr!.on('data', (text) => {
      said += text
      const found = /DevTools listening on (ws:\S+)/.exec(said)
      if (found) resolve(found[1]!)
    })
    stderr!.on('end', () => reject(new Error(`the browser ended: ${said.slice(-500)}`)))
  })
}

async function killed(child: ChildProcess): Promise<void> {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid!, 'SIGKILL')
  await ended
}
