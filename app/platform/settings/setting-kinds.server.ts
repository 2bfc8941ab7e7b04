import { z } from 'zod'

// The kinds of values that settings have.

export const flagSetting = z.enum(['0', '1', 'false', 'true']).transform((text) => text === '1' || text === 'true')
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .refine((number) => number >= min && number <= max)
export const address = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol))

const ofSentinels =
  /^redis\+sentinel:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([\w.-]+(?::\d{1,5})?(?:,[\w.-]+(?::\d{1,5})?)*)\/([\w.-]{1,100})$/

/** The Sentinels that know where the Redis of a name is; undefined for another address. The user and the password are those of Redis. */
export function sentinelsIn(text: string) {
  const [all, username, password, hosts = '', name = ''] = ofSentinels.exec(text) ?? []
  if (!all) return undefined
  const sentinels = hosts.split(',').map((one) => {
    const [host = '', port] = one.split(':')
    return { host, port: Number(port ?? 26_379) }
  })
  const said = (part: string | undefined) => (part ? decodeURIComponent(part) : undefined)
  return { sentinels, name, username: said(username), password: said(password) }
}

const isRedis = address('redis:', 'rediss:')
export const redisAddress = z
  .string()
  .refine((text) => isRedis.safeParse(text).success || sentinelsIn(text) !== undefined)
export const mailbox = z.string().regex(/^([^<>\r\n]*<)?[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>?$/)

/** Only an origin: a path would promise that the product can live under one. */
export const origin = z
  .string()
  .refine((text) => /^https?:\/\/[^/?#@]+\/?$/.test(text) && URL.canParse(text))
  .transform((text) => new URL(text).origin)
