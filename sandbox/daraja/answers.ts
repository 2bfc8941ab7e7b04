import type { Answer } from '../bodies.ts'
import { nextNumber, requestName, type Scene } from './world.ts'

// How M-Pesa answers programs.

export const good = (body: Record<string, unknown>): Answer => ({ status: 200, body })

/** A refusal, with the code that M-Pesa has for it. */
export async function no(scene: Scene, status: number, errorCode: string, errorMessage: string): Promise<Answer> {
  const requestId = requestName(scene.seed, await nextNumber(scene.world.pool()))
  return { status, body: { requestId, errorCode, errorMessage } }
}

/** Something of the body is not what it has to be. */
export const invalid = (scene: Scene, what: string) => no(scene, 400, '400.002.02', `Bad Request - Invalid ${what}`)

/** What may be sent as digits or as a number. */
export const plain = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''

/** Whole shillings from 1 to the most that M-Pesa moves at once, in cents. */
export function centsOf(value: unknown): number | undefined {
  const text = plain(value)
  const shillings = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0
  return shillings > 0 && shillings <= 250_000 ? shillings * 100 : undefined
}

/** An address that M-Pesa would post to: it refuses those that spell certain words, and any without a lock but at home. */
export function addressOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  const { protocol, hostname, pathname, href } = new URL(value)
  const isHome = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isHome)) return undefined
  return /mpesa|m-pesa|safaricom|sql|query|cmd|exe/i.test(pathname) ? undefined : href
}
