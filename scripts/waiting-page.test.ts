import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openWaiting, waitingPage } from './waiting-page.ts'

async function freePort() {
  const probe = http.createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

test('who comes while the product is built sees the step, in their language, and comes again without a script', async () => {
  const port = await freePort()
  const waiting = await openWaiting(port, '127.0.0.1')
  const ask = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/fundraiser/heal`, { headers })
  const page = await ask({ accept: 'text/html', 'accept-language': 'sw' })
  expect(page.status).toBe(503)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(await page.text()).toBe(waitingPage('sw'))
  expect(await (await ask({ accept: '*/*' })).text()).toBe('Harambee is starting\n')
  await waiting.stop()
  await expect(ask({})).rejects.toThrow()
})

test('the page names what is done and what is under way, and no address: a browser asks again for its own', () => {
  const page = waitingPage('en')
  expect(page).toMatch(/<meta http-equiv="refresh" content="3">/)
  expect(page).toMatch(/✓ Packages<.*aria-current="step">… Product</)
  expect(page).not.toMatch(/<script|href/)
})

test('where the address is taken, the build goes on', async () => {
  const port = await freePort()
  const first = await openWaiting(port, '127.0.0.1')
  await (await openWaiting(port, '127.0.0.1')).stop()
  await first.stop()
})
