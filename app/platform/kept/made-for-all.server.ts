import { createHash } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import { type Conditions, newAsked, route } from '#app/platform/http/answer.server.ts'
import { isWorthIt, varies } from '#app/platform/http/compress.server.ts'
import { keepPrivate, secure } from '#app/platform/http/headers.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Made } from './copies.server.ts'
import type { Asking } from './ways.server.ts'

/**
 * An answer made for nobody, a page with the hashes of our own scripts in place of a nonce; undefined when it is not to be kept.
 * The request is ours, without cookie, address or browser: what a loader shows then, it shows to everybody. Only what its
 * loader gave leave for is kept, and nothing that would set a cookie.
 */
export async function madeForAll(asking: Asking, conditions: Conditions): Promise<Made | undefined> {
  const { origin, language, address } = asking
  const byScript = /\.data(\?|$)/.test(address)
  const asked = { ...newAsked(), origin, byScript, forAll: true }
  const context = new RouterContextProvider()
  context.set(askedContext, asked)
  const request = new Request(origin + address, { headers: { 'accept-language': language } })
  const here = { ...conditions, address: conditions.addressOf(address) }
  const answer = await route(request, context, here)
  if (!asked.keep || answer.status >= 500 || answer.headers.has('set-cookie')) {
    await answer.body?.cancel()
    return undefined
  }
  const { headers, status } = answer
  const isPage = headers.get('content-type')?.startsWith('text/html')
  const whole = Buffer.from(await answer.arrayBuffer())
  const { body, scripts } = isPage ? withoutNonce(whole.toString(), asked.nonce) : { body: whole, scripts: [] }
  keepPrivate(headers, false, here.address)
  secure(headers, { scripts, https: origin.startsWith('https:'), development: false })
  if (isWorthIt(headers)) varies(headers)
  // That of each copy is its own.
  headers.delete('content-length')
  const { keep, lacksPart = false } = asked
  return { ...keep, lacksPart, status, head: [...headers].flat(), body }
}

/**
 * Only scripts that carry the nonce of this very making are ours: a text that a person smuggled a script into can't know it.
 * Each is named in the policy by its hash; nothing else runs, and nothing in this page helps a script into another one.
 */
function withoutNonce(page: string, nonce: string): { body: Buffer; scripts: string[] } {
  const scripts = new Set<string>()
  const html = page.replace(
    new RegExp(`<script([^>]*) nonce="${nonce}"([^>]*)>([\\s\\S]*?)</script>`, 'g'),
    (_, before: string, after: string, code: string) => {
      for (const one of [code, laterIn(code)]) if (one !== undefined) scripts.add(hashOf(one))
      return `<script${before}${after}>${code}</script>`
    },
  )
  // Links to scripts carry it as well; a file of our own is let in by its address.
  return { body: Buffer.from(html.replaceAll(` nonce="${nonce}"`, '')), scripts: [...scripts] }
}

/** The script that scripts-last makes later: it runs under a hash of its own. */
function laterIn(code: string): string | undefined {
  const written = /\(document\.currentScript\.nonce,\[[^\]]*\],("(?:[^"\\]|\\.)*")\)$/.exec(code)?.[1]
  return written === undefined ? undefined : (JSON.parse(written) as string)
}

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
