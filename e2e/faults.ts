import fs from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import { logOf } from '#test/launch.ts'

// Faults of the product that no test may leave unseen: errors of a page's script; scripts, styles and pictures that are not
// there; and, in the app that all tests share, answers of 500 and more and error lines in the log about this browser's requests.

type Watch = {
  faults: string[]
  requests: Set<string>
  expected: RegExp | undefined
  read: number
  log: string | undefined
}
const watches = new Map<BrowserContext, Watch>()
/** The addresses that answered since the last file of tests. */
const visited = new Set<string>()

export function takeVisited(): string[] {
  const all = [...visited].filter((path) => !path.startsWith('/assets/'))
  visited.clear()
  return all
}

/**
 * Begins to watch all pages of a browser profile, without the faults that its test brings about. The errors of its scripts are
 * also in the list that is returned.
 */
export function watch(context: BrowserContext, house: string, expected?: RegExp): string[] {
  // Only houses of their own are broken by tests, and stopped while pages are open.
  const isShared = house === inject('house')
  const log = isShared ? logOf(new URL(house).port) : undefined
  const seen: Watch = { faults: [], requests: new Set(), expected, read: sizeOf(log), log }
  const scripts: string[] = []
  const script = (text: string, page: Page | null) => {
    if (isOfLeft(text)) return
    scripts.push(text)
    seen.faults.push(`script of ${page?.url()}: ${text}`)
  }
  // A page that is left while its scripts come breaks off their requests, and its last word is that an import failed.
  const left = new Set<string>()
  const isOfLeft = (text: string) => left.has(/dynamically imported module: (\S+)/.exec(text)?.[1] ?? '')
  context.on('requestfailed', (request) => {
    if (request.resourceType() !== 'script' || request.failure()?.errorText !== 'net::ERR_ABORTED') return
    left.add(request.url())
    for (const list of [scripts, seen.faults]) list.splice(0, list.length, ...list.filter((text) => !isOfLeft(text)))
  })
  context.on('weberror', (error) => script(String(error.error()), error.page()))
  context.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      script(message.text(), message.page())
  })
  context.on('response', (response) => {
    const id = response.headers()['x-request-id']
    if (id) seen.requests.add(id)
    const request = response.request()
    visited.add(new URL(response.url()).pathname.replace(/\.data$/, ''))
    const isPart = /^(script|stylesheet|image|font)$/.test(request.resourceType())
    if (isPart ? response.status() >= 400 : isShared && response.status() >= 500)
      seen.faults.push(`answer: ${response.status()} ${request.method()} ${response.url()}`)
  })
  watches.set(context, seen)
  return scripts
}

/** Faults since this was asked last, without those that a test expected. */
export function takeFaults(): string[] {
  return [...watches.values()].flatMap((seen) => {
    const all = [...seen.faults.splice(0), ...errorLines(seen)]
    return all.filter((fault) => !seen.expected?.test(fault))
  })
}

export const forgetWatches = () => watches.clear()

function errorLines(seen: Watch): string[] {
  if (!seen.log || seen.requests.size === 0) return []
  const size = sizeOf(seen.log)
  if (size <= seen.read) return []
  const file = fs.openSync(seen.log, 'r')
  const text = Buffer.alloc(size - seen.read)
  fs.readSync(file, text, 0, text.length, seen.read)
  fs.closeSync(file)
  // A line that is still being written is read next time.
  const end = text.lastIndexOf(10) + 1
  seen.read += end
  return text
    .subarray(0, end)
    .toString()
    .split('\n')
    .filter((line) => /^\{"level":[56]0,/.test(line))
    .filter((line) => seen.requests.has(JSON.parse(line).request))
    .map((line) => `server: ${line}`)
}

const sizeOf = (log: string | undefined) => (log && fs.existsSync(log) ? fs.statSync(log).size : 0)
