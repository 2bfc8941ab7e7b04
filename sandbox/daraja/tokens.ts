import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Answer } from '../bodies.ts'
import { one, type Runs, together } from '../database.ts'
import { good, no } from './answers.ts'
import { later, type Scene } from './world.ts'

// Access tokens, which programs show with every call.

const lifeSeconds = 3599

/** A new token for the person who knows key and secret. It ends those before it, as it may with the real one. */
export async function generate(scene: Scene, request: Request): Promise<Answer> {
  const { key, secret } = scene.world.keys()
  if (new URL(request.url).searchParams.get('grant_type') !== 'client_credentials')
    return no(scene, 400, '400.008.02', 'Invalid grant type passed')
  const expected = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  if (!isSame(request.headers.get('authorization') ?? '', expected))
    return no(scene, 400, '400.008.01', 'Invalid Authentication passed')
  const token = randomBytes(21).toString('base64url')
  await together(scene.world, async (tx) => {
    await endTokens(scene, tx)
    await tx.query('insert into sandbox.daraja_tokens (token, made_at, ends_at) values ($1, $2, $3)', [
      token,
      scene.now,
      later(scene, lifeSeconds * 1000),
    ])
  })
  return good({ access_token: token, expires_in: String(lifeSeconds) })
}

/** From now on no token is good. */
export const endTokens = ({ now }: Scene, runs: Runs) =>
  runs.query('update sandbox.daraja_tokens set ends_at = $1 where ends_at > $1', [now])

/** Why the person who asks is not let in, or nothing. */
export async function stranger(scene: Scene, request: Request): Promise<Answer | undefined> {
  const [, token] = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  if (!token) return no(scene, 404, '404.001.04', 'Invalid Authentication Header')
  const known = await one(scene.world.pool(), 'select from sandbox.daraja_tokens where token = $1 and ends_at > $2', [
    token.replaceAll('\0', ''),
    scene.now,
  ])
  return known ? undefined : no(scene, 404, '404.001.03', 'Invalid Access Token')
}

/** Compares without telling by the time it takes how much was right. */
export function isSame(shown: string, expected: string): boolean {
  const [one, other] = [Buffer.from(shown), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
