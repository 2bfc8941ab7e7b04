import { z } from 'zod'
import { type PhoneCountry, phoneCountries } from '#app/kit/phone.ts'
import type { Words } from '#app/kit/says.ts'

// The settings of the gateway for texts to phones.

export const smsTable = {
  SMS_USERNAME: {
    about: /*i18n*/ { id: 'The name of your application at Africa’s Talking, which sends our texts to phones.' },
    expected: /*i18n*/ { id: 'the username of an application, such as harambee' },
    value: z
      .string()
      .regex(/^[\w.-]{1,60}$/)
      .optional(),
  },
  SMS_KEY: {
    about: /*i18n*/ { id: 'The key of that application. Without it no texts are sent to phones.' },
    expected: /*i18n*/ { id: 'a key of Africa’s Talking' },
    value: z
      .string()
      .regex(/^[\w-]{16,200}$/)
      .optional(),
  },
  SMS_SENDER: {
    about: /*i18n*/ { id: 'The sender of our texts, as registered with Africa’s Talking.' },
    expected: /*i18n*/ { id: 'at most 11 letters and digits, such as HARAMBEE, or a short code' },
    value: z
      .string()
      .regex(/^[A-Za-z\d]{3,11}$/)
      .optional(),
  },
  SMS_REPLY_NUMBER: {
    about: /*i18n*/ {
      id: 'The number at which people answer our texts by a text. Without it, texts have a link alone.',
    },
    expected: /*i18n*/ { id: 'a short code such as 20880, or a whole number such as +254711082000' },
    value: z
      .string()
      .regex(/^(\d{3,6}|\+[1-9]\d{6,14})$/)
      .optional(),
  },
  SMS_COUNTRIES: {
    about: /*i18n*/ { id: 'The countries whose phones are sent texts.' },
    expected: /*i18n*/ { id: 'codes with commas between them, of KE, UG, TZ, RW, NG, GH and ZA' },
    value: z
      .string()
      .default('KE')
      .transform((text) => text.toUpperCase().split(/\s*,\s*/))
      .pipe(z.array(z.enum(phoneCountries)).min(1)),
  },
} satisfies Record<string, { about: Words; expected: Words; value: z.ZodType }>

type Chosen = {
  SMS_USERNAME?: string | undefined
  SMS_KEY?: string | undefined
  SMS_SENDER?: string | undefined
  SMS_REPLY_NUMBER?: string | undefined
  SMS_COUNTRIES: PhoneCountry[]
}

/** Returns the missing settings of a gateway that is set only in part. */
export const smsMissing = ({ SMS_USERNAME, SMS_KEY }: Chosen): ('SMS_USERNAME' | 'SMS_KEY')[] => {
  if (SMS_KEY && !SMS_USERNAME) return ['SMS_USERNAME']
  return SMS_USERNAME && !SMS_KEY ? ['SMS_KEY'] : []
}

/** Returns whether texts go through the gateway, stay in the pretend phones' inbox, or are not sent at all. */
export const textsAre = ({ SMS_KEY, pretends }: Chosen & { pretends: boolean }): 'sent' | 'pretended' | 'off' =>
  SMS_KEY ? 'sent' : pretends ? 'pretended' : 'off'

/** Returns the number at which texts are answered; undefined if there is none. Pretend phones write to a pretended one. */
export const replyNumber = (chosen: Chosen & { pretends: boolean }): string | undefined =>
  chosen.SMS_REPLY_NUMBER ?? (textsAre(chosen) === 'pretended' ? '20880' : undefined)
