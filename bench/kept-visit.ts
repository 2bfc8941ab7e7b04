import http from 'node:http'
import { chromium } from 'playwright-core'
import { findBrowser } from '../scripts/browser.ts'
import { from } from './money-send.ts'

// All that a browser asks for when a new visitor comes to a page: watched once, then asked again for others.

type Asked = { method: string; path: string; headers: Record<string, string>; body: string | null }

/** What the browser of a phone asks for until nothing more comes. */
export async function visitOf(url: string, page: string): Promise<Asked[]> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  try {
    const visitor = await browser.newPage({ viewport: { width: 360, height: 800 } })
    const all: Asked[] = []
    visitor.on('request', (request) => {
      const { origin, pathname, search } = new URL(request.url())
      if (origin !== url) return
      const { accept = '*/*', 'content-type': type, 'page-token': token } = request.headers()
      const headers = { accept, ...(type ? { 'content-type': type } : {}), ...(token ? { 'page-token': token } : {}) }
      all.push({ method: request.method(), path: pathname + search, headers, body: request.postData() })
    })
    await visitor.goto(url + page)
    await visitor.waitForTimeout(4000)
    return all
  } finally {
    await browser.close()
  }
}

/** So many visits of others, thirty-two at once, each from its own address with its own connections. */
export async function replayed(url: string, requests: Asked[], visits: number): Promise<void> {
  let left = visits
  const one = async () => {
    while (left-- > 0) await visited(url, requests)
  }
  await Promise.all(Array.from({ length: 32 }, one))
}

async function visited(url: string, [page, ...others]: Asked[]): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 6 })
  const who = { ...from(), 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'en-GB,en;q=0.9' }
  try {
    await answered(url, page!, agent, who)
    await Promise.all(others.map((other) => answered(url, other, agent, who)))
  } finally {
    agent.destroy()
  }
}

/** Reads the answer, of a live line the beginning alone. */
function answered(url: string, asked: Asked, agent: http.Agent, who: Record<string, string>): Promise<void> {
  const isLive = asked.path.startsWith('/live')
  return new Promise((resolve, reject) => {
    const headers = { ...who, ...asked.headers }
    const asking = http.request(url + asked.path, { method: asked.method, agent: isLive ? false : agent, headers })
    asking.on('error', reject)
    asking.on('response', (answer) => {
      if (answer.statusCode! >= 400) return reject(new Error(`${asked.path}: ${answer.statusCode}`))
      answer.on('error', () => {})
      if (isLive) answer.once('data', () => resolve(void asking.destroy()))
      else answer.resume().on('end', resolve)
    })
    asking.end(asked.body ?? undefined)
  })
}
