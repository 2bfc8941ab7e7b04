import { randomUUID } from 'node:crypto'
import { HangUp } from './bodies.ts'
import type { Query } from './mailbox.ts'
import { dialled, keepSms } from './sms.ts'

// A pretend gateway for texts. It speaks as Africa's Talking does, keeps what it is sent in the inbox of the pretend phones,
// and posts delivery reports. What goes wrong is chosen by the number that a text is sent to.

type Options = {
  query: Query
  /** The key that callers show. */
  key: () => string
  /** Posts a form to the address where reports are heard. */
  post: (form: URLSearchParams) => Promise<void>
  /** Milliseconds after which a text is said to be delivered. */
  reportAfter?: number
}

/** What goes wrong with a text to 0708 374 9xx, by the last two digits. */
const byNumber: Record<string, Outcome> = {
  '03': { refused: 403, status: 'InvalidPhoneNumber' },
  '05': { refused: 405, status: 'InsufficientBalance' },
  '06': { refused: 406, status: 'UserInBlacklist' },
  '07': { refused: 407, status: 'CouldNotRoute' },
  '50': { refused: 500, status: 'InternalServerError' },
  '51': { breaks: true },
  '60': { answerLost: true },
  '61': { reportFirst: true },
  '62': { report: 'Failed' },
  '63': { report: 'none' },
}
type Outcome = {
  refused?: number
  status?: string
  breaks?: boolean
  answerLost?: boolean
  reportFirst?: boolean
  report?: 'Failed' | 'none'
}
const outcomeOf = (number: string): Outcome => byNumber[/^\+2547083749(\d\d)$/.exec(number)?.[1] ?? ''] ?? {}

export function openGateway({ query, key, post, reportAfter = 300 }: Options) {
  /** One text: what the answer says of it. */
  async function send(to: string, sender: string, text: string) {
    const outcome = outcomeOf(to)
    if (outcome.refused)
      return { statusCode: outcome.refused, number: to, status: outcome.status, cost: '0', messageId: 'None' }
    const id = `ATXid_${randomUUID().replaceAll('-', '')}`
    await keepSms(query, { to, sender, text, messageId: id })
    const report = () => post(reportOf(id, to, outcome.report === 'Failed'))
    if (outcome.reportFirst) await report()
    else if (outcome.report !== 'none') setTimeout(() => void report().catch(() => {}), reportAfter)
    if (outcome.answerLost) throw new HangUp()
    return { statusCode: 101, number: to, status: 'Success', cost: 'KES 0.8000', messageId: id }
  }

  async function messaging(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    if (!form.get('username') || request.headers.get('apikey') !== key())
      return said('The supplied authentication is invalid', 401)
    for (const name of ['to', 'message'])
      if (!form.get(name)) return said(`Request is missing required form field '${name}'`, 400)
    const numbers = form.get('to')!.split(',')
    if (numbers.some((number) => outcomeOf(number).breaks)) return said('<html><h1>502 Bad Gateway</h1></html>', 502)
    const recipients = []
    for (const number of numbers)
      recipients.push(await send(number, form.get('from') || 'AFRICASTKNG', form.get('message')!))
    const sent = recipients.filter(({ statusCode }) => statusCode < 400).length
    const total = (sent * 0.8).toFixed(4)
    const message = `Sent to ${sent}/${recipients.length} Total Cost: KES ${total}`
    // As it does, it answers in XML to a caller that did not ask for JSON.
    if (!request.headers.get('accept')?.includes('application/json'))
      return said(
        `<AfricasTalkingResponse><SMSMessageData><Message>${message}</Message></SMSMessageData></AfricasTalkingResponse>`,
        201,
      )
    return Response.json({ SMSMessageData: { Message: message, Recipients: recipients } }, { status: 201 })
  }

  /** A pretend phone answers: its text is passed on as an incoming message, and its inbox opens again. */
  async function reply(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const [from, text] = [dialled(form.get('from') ?? ''), (form.get('text') ?? '').slice(0, 160)]
    if (!/^\+[1-9]\d{6,14}$/.test(from) || !text.trim()) return said('A phone and a text are needed', 400)
    const about = { from, to: '20880', text, id: randomUUID(), linkId: '', date: new Date().toISOString() }
    await post(new URLSearchParams(about))
    return new Response(null, {
      status: 303,
      headers: { location: `/sandbox/sms?to=${encodeURIComponent(from)}&sent` },
    })
  }

  return {
    /** Answers everything below its address. Throws `HangUp` where the answer is lost. */
    async answer(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url)
      const answers = pathname.endsWith('/version1/messaging') ? messaging : pathname.endsWith('/reply') ? reply : null
      if (!answers) return said('Not Found', 404)
      if (request.method !== 'POST') return said('The requested method is not allowed', 405)
      return answers(request)
    },
  }
}

const said = (text: string, status: number) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })

const reportOf = (id: string, to: string, failed: boolean) =>
  new URLSearchParams({
    id,
    status: failed ? 'Failed' : 'Success',
    phoneNumber: to,
    networkCode: '63902',
    retryCount: '0',
    ...(failed ? { failureReason: 'AbsentSubscriber' } : {}),
  })
