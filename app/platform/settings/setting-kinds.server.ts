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
export const mailbox = z.string().regex(/^([^<>\r\n]*<)?[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>?$/)

/** Only an origin: a path would promise that the product can live under one. */
export const origin = z
  .string()
  .refine((text) => /^https?:\/\/[^/?#@]+\/?$/.test(text) && URL.canParse(text))
  .transform((text) => new URL(text).origin)
