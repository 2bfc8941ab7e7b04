import { createHmac } from 'node:crypto'
import { thePool } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { type Fetch, NotReached, overHttp, textOfResponse } from '#app/platform/providers/provider-calls.server.ts'
import { type Settings, settings } from '#app/platform/settings/settings.server.ts'
import { openGateway } from '#sandbox/africastalking.ts'
import { textsAre } from './sms-settings.server.ts'

// The gateway for texts, chosen once, when the app opens.

let chosen: Texter | undefined

export function useTexter(texter: Texter | undefined): void {
  chosen = texter
}

export function theTexter(): Texter {
  if (!chosen) throw new Error('no gateway for texts to phones was chosen')
  return chosen
}

type Own = Pick<Settings, 'pretends' | 'SMS_USERNAME' | 'SMS_KEY' | 'SMS_SENDER' | 'SMS_COUNTRIES' | 'AUTH_SECRET'>

/** Sets up Africa's Talking by the settings, or the built-in gateway at an address of ours, which reports to one. With the same code. */
export function chooseTexter(settings: Own, { sandbox, hooks }: { sandbox: string; hooks: string }): void {
  const { SMS_USERNAME, SMS_KEY, SMS_SENDER, AUTH_SECRET } = settings
  const texts = textsAre(settings)
  if (texts === 'sent')
    useTexter(
      africasTalking({ username: SMS_USERNAME!, key: SMS_KEY!, sender: SMS_SENDER, baseUrl: baseOf(SMS_USERNAME!) }),
    )
  if (texts === 'pretended') {
    openPretendedGateway(`${hooks}/${smsDoor(AUTH_SECRET!)}`)
    useTexter(
      africasTalking({
        username: 'sandbox',
        key: sandboxSmsKey(AUTH_SECRET!),
        sender: SMS_SENDER ?? 'HARAMBEE',
        baseUrl: sandbox,
      }),
    )
  }
  if (texts === 'off') log.warn('no texts are sent to phones: SMS_KEY is not set')
}

/** Their own sandbox is for the application of that name. */
const baseOf = (username: string) =>
  username === 'sandbox' ? 'https://api.sandbox.africastalking.com' : 'https://api.africastalking.com'

/** Returns the last part of the address where the gateway reports: derived from the product's secret, so nobody can guess it. */
export const smsDoor = (secret: string): string =>
  createHmac('sha256', secret).update('the door of texts to phones').digest('hex')

type Options = {
  username: string
  key: string
  /** Without it, the sender is theirs. */
  sender?: string | undefined
  baseUrl: string
  fetch?: Fetch
  /** The time limit for an answer, in milliseconds. */
  within?: number
}

/** Makes the client of Africa's Talking. Each call hands over one text, as their API can't recognize a repeat. */
export function africasTalking({ username, key, sender, baseUrl, fetch = overHttp, within = 10_000 }: Options): Texter {
  const url = `${baseUrl.replace(/\/+$/, '')}/version1/messaging`
  const headers = { apikey: key, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }
  return {
    async send(to, message) {
      const body = new URLSearchParams({ username, to, message, ...(sender ? { from: sender } : {}) }).toString()
      const signal = AbortSignal.timeout(within)
      try {
        const answer = await fetch(url, { method: 'POST', headers, body, signal })
        return understood(answer.status, await textOfResponse(answer, signal))
      } catch (error) {
        return { is: error instanceof NotReached ? 'not now' : 'unknown', code: 'no answer' }
      }
    },
    read,
  }
}

function understood(status: number, text: string): Handed {
  // Refused before the text was processed: the key, the form, or too many at once.
  if (status >= 400 && status < 500) return { is: 'not now', code: `http ${status}` }
  const recipients = status < 300 ? recipientsIn(text) : undefined
  if (!recipients) return { is: 'unknown', code: `http ${status}` }
  // The list is empty, for example for an unregistered sender: a sentence names the problem.
  const [one] = recipients.list
  return one ? ofRecipient(one) : { is: 'not now', code: recipients.says }
}

type Recipient = { statusCode?: unknown; messageId?: unknown; cost?: unknown }

function recipientsIn(text: string): { list: Recipient[]; says: string } | undefined {
  try {
    const { Recipients: list, Message: says } = JSON.parse(text).SMSMessageData
    return Array.isArray(list)
      ? {
          list,
          says: String(says)
            .replace(/\d{5,}/g, '…')
            .slice(0, 60),
        }
      : undefined
  } catch {
    return undefined
  }
}

/** Interprets their status code: 402 our sender, 405 our account, 406 blocked by its owner, 500 and 501 unknown. */
function ofRecipient({ statusCode, messageId, cost }: Recipient): Handed {
  const code = Number(statusCode)
  const id = typeof messageId === 'string' && /^[\w-]{8,100}$/.test(messageId) ? messageId : null
  if (code >= 100 && code <= 102) return { is: 'taken', id, cents: centsOf(cost) }
  if (code === 402 || code === 405) return { is: 'not now', code: String(code) }
  if ((code >= 400 && code < 500) || code === 502) return { is: 'refused', code: String(code), blocked: code === 406 }
  return { is: 'unknown', code: Number.isFinite(code) ? String(code) : 'no code' }
}

/** Parses 'KES 0.8000' as 80 cents; the worth of other currencies is unknown. */
function centsOf(cost: unknown): number | null {
  const shillings = /^KES (\d{1,6}(\.\d{1,6})?)$/.exec(String(cost))?.[1]
  return shillings === undefined ? null : Math.ceil(Number(shillings) * 100)
}

const delivered = new Set(['Success', 'Delivered'])
const failed = new Set(['Failed', 'Rejected', 'Expired', 'AbsentSubscriber', 'UserInBlacklist'])

/** A report has an id and a status, a text a sender and a text; a person's block of our sender has neither. */
function read(form: URLSearchParams): HeardText {
  const [id, status] = [form.get('id') ?? '', form.get('status') ?? '']
  const phone = (form.get('phoneNumber') ?? form.get('from') ?? '').slice(0, 30)
  const text = form.get('text')
  if (text !== null) return isReply.test(text) ? { is: 'reply', phone, text } : { is: meant(text), phone }
  if (form.has('senderId') && !form.has('status')) return { is: 'stop', phone }
  if (!/^[\w-]{8,100}$/.test(id)) return { is: 'nothing' }
  if (delivered.has(status)) return { is: 'report', id, phone, state: 'delivered', why: null }
  const why = (form.get('failureReason') || status).replace(/[^\w ]/g, '').slice(0, 60)
  return failed.has(status) ? { is: 'report', id, phone, state: 'failed', why } : { is: 'nothing' }
}

/** A text that begins with yes or no, in one of our languages. */
const isReply = /^[\s"'.]*(yes|ndiy?o|no|hapana)(?![a-z])/i

/** Reads the first word: STOP ends our texts, ANZA begins them again. */
function meant(text: string): 'stop' | 'start' | 'nothing' {
  const word = /^[\s"'.]*([a-z]+)/i.exec(text)?.[1]?.toUpperCase()
  if (word === 'STOP') return 'stop'
  return word === 'ANZA' || word === 'START' ? 'start' : 'nothing'
}

// The interface of a gateway for texts to phones. Africa's Talking is one; another would be a second file.

/** The result of handing a text to the gateway. */
export type Handed =
  | { is: 'taken'; id: string | null; cents: number | null }
  /** Not sent, and never will be; `blocked` when the owner of the phone wants none from us. */
  | { is: 'refused'; code: string; blocked: boolean }
  /** Nothing was sent. The same text may be handed over again. */
  | { is: 'not now'; code: string }
  /** The text may have gone out. */
  | { is: 'unknown'; code: string }

/** A notification from the gateway, or a reply to us. The number is as the gateway writes it. */
export type HeardText =
  | { is: 'report'; id: string; phone: string; state: 'delivered' | 'failed'; why: string | null }
  | { is: 'stop' | 'start'; phone: string }
  | { is: 'reply'; phone: string; text: string }
  | { is: 'nothing' }

export type Texter = {
  /** Hands over one text. Never throws. */
  send(to: string, text: string): Promise<Handed>
  /** Parses a form that was posted to us. */
  read(form: URLSearchParams): HeardText
}

/** Returns the gateway for texts of laptops and tests, on our own port. */
export const pretendedGateway = () =>
  (opened ??= openGateway({ query, key: () => sandboxSmsKey(settings.AUTH_SECRET!), post }))

let opened: ReturnType<typeof openGateway> | undefined
let heardAt: string | undefined

/** Makes it post its reports to this address of ours. */
function openPretendedGateway(address: string): void {
  heardAt = address
}

/** Derives the key that the gateway and we share from the product's secret, so that nobody has to set it. */
export const sandboxSmsKey = (secret: string): string =>
  `atsk_${createHmac('sha256', secret).update('the key of the pretended gateway').digest('hex')}`

const query = (text: string, values: unknown[]) => thePool().query(text, values)

async function post(form: URLSearchParams): Promise<void> {
  if (!heardAt) return
  const signal = AbortSignal.timeout(10_000)
  const answer = await fetch(heardAt, { method: 'POST', body: form, signal, redirect: 'manual' })
  await answer.body?.cancel()
}
