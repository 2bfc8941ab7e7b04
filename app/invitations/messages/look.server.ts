import { createHash } from 'node:crypto'
import type { GuestFilter } from '#app/invitations/guests/guest-filter.ts'
import { endsOf } from '#app/invitations/guests/mail-ends.server.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { Refusal, type Says } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import { canBeTexted, sendSms } from '#app/platform/sms/outbox.server.ts'
import { renderMail } from '#app/ui/render-mail.server.tsx'
import { guestTold } from './begin.server.ts'
import { handText, smsText } from './by-phone.ts'
import { recipientsOfMessage } from './compose.server.ts'
import { textsLeft, waysOf } from './lines.server.ts'
import { guestMail } from './mails.tsx'
import { type MessageWay, messageTexts } from './message.ts'
import type { Composed } from './message-forms.ts'
import { occasionAt } from './occasion-at.server.ts'
import { mailboxOf, phonesOfGuests } from './send.server.ts'
import type { ToldMessage } from './told.ts'

// The preview before a message goes out: how the first guest of each way reads it, how many guests each way has, and a test to the host's
// own mailbox or phone.

/** Hashes the previewed content: another text, kind or way needs a new preview before it goes out. */
export const lookedAt = ({ kind, words, byHand }: Pick<Composed, 'kind' | 'words' | 'byHand'>): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, words, byHand]))
    .digest('hex')
    .slice(0, 16)

type Looked = { name: string; way: MessageWay; subject: string; text: string }
/** `seen`: the message as read, by way, as JSON. `test`: the way of a test to the host; empty if there is none. */
type Look = { seen: string; left: number; test: 'mail' | 'sms' | '' } & Record<MessageWay, number>

export const lookAt = (db: Db, mine: Hosting, filter: GuestFilter, composed: Composed): Promise<Look> =>
  changingGathering(db, mine, async (tx, { id }) => {
    const { firsts, ways } = await firstsOf(tx, id, { filter, composed })
    const many = (one: MessageWay) => ways.filter((each) => each === one).length
    const test = (await mailboxOf(tx, mine.personId)) ? 'mail' : (await testText(tx, mine, firsts[0].told)) ? 'sms' : ''
    return {
      seen: JSON.stringify(firsts.map(readBy)),
      mail: many('mail'),
      sms: many('sms'),
      hand: many('hand'),
      left: await textsLeft(tx, id),
      test,
    }
  })

/** Sends the host the message as its first guest would get it: by email, or by SMS if we know no mailbox of theirs. */
export const sendTest = (db: Db, mine: Hosting, filter: GuestFilter, composed: Composed): Promise<Says> =>
  changingGathering(db, mine, async (tx, { id }) => {
    const { firsts, occasionId } = await firstsOf(tx, id, { filter, composed })
    const [{ guest, told }] = firsts
    const { kind, words } = composed
    if (await mailboxOf(tx, mine.personId)) {
      const about = { personId: mine.personId, guest, occasionId, kind, words }
      await enqueue(tx, 'mail-test-message', about, { key: crypto.randomUUID() })
      return messageTexts.testSent
    }
    const sms = await testText(tx, mine, told)
    if (!sms) throw new Refusal(messageTexts.noMailbox)
    // Two presses within a minute send one text.
    const minute = Math.floor(Date.now() / 60_000)
    const key = `test ${mine.personId} ${guest} ${lookedAt(composed)} ${minute}`
    await sendSms(tx, { ...sms, key, money: false, evenAtNight: true, host: mine.personId })
    return messageTexts.testTexted
  })

/** Builds the text of a test to the host's own phone: no link in it acts for a guest. Undefined if none can be sent. */
async function testText(tx: Tx, { personId }: Hosting, told: ToldMessage) {
  const phone = (await phonesOfGuests(tx, personId)).find(canBeTexted)
  const text = smsText(wordsOf(told), { ...told, url: `${publicAddress()}/dashboard` })
  return phone && text ? { phone, text } : undefined
}

const wordsOf = ({ language }: ToldMessage) => wordsIn(language, catalogues[language])

type First = { way: MessageWay; guest: string; told: ToldMessage; link: string }

function readBy({ way, told, link }: First): Looked {
  const mail = way === 'mail' ? renderMail(told.language, mailOf(told, link)) : undefined
  const text = mail?.text ?? (way === 'sms' ? smsText(wordsOf(told), told)! : handText(wordsOf(told), told))
  return { name: told.name, way, subject: mail?.subject ?? '', text }
}

const mailOf = (told: ToldMessage, link: string) => guestMail({ ...told, ends: endsOf(link), hasFile: false })

/** Finds the first guest of each way, and the way of each guest. */
async function firstsOf(tx: Tx, gatheringId: string, about: { filter: GuestFilter; composed: Composed }) {
  const { filter, composed } = about
  const { kind, words, byHand } = composed
  const recipients = await recipientsOfMessage(tx, gatheringId, filter)
  const occasionId = filter.occasion === null ? null : await occasionAt(tx, gatheringId, filter.occasion)
  const way = byHand ? () => 'hand' as const : await waysOf(tx, { gatheringId, kind, words })
  const ways = recipients.map(way)
  const firsts: First[] = []
  for (const one of ['mail', 'sms', 'hand'] as const)
    for (const { id } of recipients.filter((_, nr) => ways[nr] === one).slice(0, 20)) {
      const found = await guestTold(tx, id, { kind, words, occasionId })
      if (!found || 'why' in found) continue
      firsts.push({ way: one, guest: id, told: found.told, link: found.link })
      break
    }
  const [first, ...others] = firsts
  if (!first) throw new Refusal(messageTexts.nobody)
  return { firsts: [first, ...others] as const, occasionId, ways }
}
