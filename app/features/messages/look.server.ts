import { createHash } from 'node:crypto'
import { Refusal } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { renderMail } from '#app/ui/render-mail.server.tsx'
import type { GuestFilter } from '../guests/guest-filter.ts'
import { endsOf } from '../guests/mail-ends.server.ts'
import { changing, type Hosting } from '../occasions/gathering.server.ts'
import { guestTold } from './begin.server.ts'
import { handText, smsText } from './by-phone.ts'
import { recipientsOf } from './compose.server.ts'
import { textsLeft, waysOf } from './lines.server.ts'
import { guestMail } from './mails.tsx'
import { says, type Way } from './message.ts'
import type { Composed } from './message-forms.ts'
import { occasionAt } from './occasion-at.server.ts'
import { mailboxOf } from './send.server.ts'
import type { Told } from './told.ts'

// What a host looks at before a message goes out: how its first guest reads it, which way it goes to how many, and a test to
// the host's own mailbox.

/** What was looked at: another text, kind or way is looked at again before it goes out. */
export const lookedAt = ({ kind, words, byHand }: Pick<Composed, 'kind' | 'words' | 'byHand'>): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, words, byHand]))
    .digest('hex')
    .slice(0, 16)

type Look = { name: string; way: Way; subject: string; text: string; left: number; email: string } & Record<Way, number>

export const lookAt = (db: Db, mine: Hosting, filter: GuestFilter, composed: Composed): Promise<Look> =>
  changing(db, mine, async (tx, { id }) => {
    const { told, ways, first } = await firstOf(tx, id, { filter, composed })
    const words = wordsIn(told.language, catalogues[told.language])
    const way = ways[0]!
    const mail = renderMail(told.language, mailOf(told, first.link))
    const text = way === 'mail' ? mail.text : way === 'sms' ? smsText(words, told)! : handText(words, told)
    const many = (one: Way) => ways.filter((each) => each === one).length
    const counts = { mail: many('mail'), sms: many('sms'), hand: many('hand') }
    const subject = way === 'mail' ? mail.subject : ''
    return {
      name: told.name,
      way,
      subject,
      text,
      ...counts,
      left: await textsLeft(tx, id),
      email: await mailbox(tx, mine),
    }
  })

/** Lets the host have the message as its first guest would, by email. */
export const sendTest = (db: Db, mine: Hosting, filter: GuestFilter, composed: Composed): Promise<void> =>
  changing(db, mine, async (tx, { id }) => {
    if (!(await mailbox(tx, mine))) throw new Refusal(says.noMailbox)
    const { first, occasionId } = await firstOf(tx, id, { filter, composed })
    const { kind, words } = composed
    const about = { personId: mine.personId, guest: first.id, occasionId, kind, words }
    await enqueue(tx, 'mail-test-message', about, { key: crypto.randomUUID() })
  })

const mailOf = (told: Told, link: string) => guestMail({ ...told, ends: endsOf(link), hasFile: false })

/** The first guest of the message, how they read it, and the way of each. */
async function firstOf(tx: Tx, gatheringId: string, about: { filter: GuestFilter; composed: Composed }) {
  const { filter, composed } = about
  const { kind, words, byHand } = composed
  const recipients = await recipientsOf(tx, gatheringId, filter)
  const occasionId = filter.occasion === null ? null : await occasionAt(tx, gatheringId, filter.occasion)
  const way = byHand ? () => 'hand' as const : await waysOf(tx, { gatheringId, kind, words })
  const ways = recipients.map(way)
  for (const [nr, { id }] of recipients.slice(0, 20).entries()) {
    const found = await guestTold(tx, id, { kind, words, occasionId })
    if (!found || 'why' in found) continue
    const { told, link } = found
    return { told, first: { id, link }, occasionId, ways: [ways[nr]!, ...ways.toSpliced(nr, 1)] }
  }
  throw new Refusal(says.nobody)
}

const mailbox = async (tx: Tx, { personId }: Hosting): Promise<string> => (await mailboxOf(tx, personId)) ?? ''
