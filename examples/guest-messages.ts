import { guestFilterIn } from '#app/invitations/guests/guest-filter.ts'
import { readGuests } from '#app/invitations/guests/import/read-guests.ts'
import { handSent } from '#app/invitations/messages/by-hand.server.ts'
import { compose, recipientsMeant } from '#app/invitations/messages/compose.server.ts'
import { sendMessage } from '#app/invitations/messages/send.server.ts'
import { thanksQuery } from '#app/invitations/wrap-up/wrap-up.ts'
import type { Db } from '#app/platform/db.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { daysFromNow } from './days.ts'
import type { ExampleGathering } from './guests.ts'
import type { Of } from './of-gathering.ts'

// What hosts of the examples wrote to their guests: most of it from their own phones. Only when they wrote it is written here.

/** The cards went out one by one, to all but those whose turn has not come. */
export async function sendCards(db: Db, of: Of, { sent, guests }: ExampleGathering): Promise<void> {
  if (!sent) return
  const [daysAgo, words] = sent
  const wait = guests.flatMap(([line, step]) =>
    step === 'unsent' ? readGuests(line).guests.map(({ name }) => name) : [],
  )
  const query = `occasion=${of.last}&sent=no`
  await writeByHand(db, of, { kind: 'invitation', words, query, at: daysFromNow(-daysAgo), wait })
}

/** The words of thanks, on the day after. */
export async function thank(db: Db, of: Of, { thanks, occasions }: ExampleGathering): Promise<void> {
  if (!thanks) return
  const at = daysFromNow(occasions[0]!.inDays + 1)
  await writeByHand(db, of, {
    kind: 'thanks',
    words: thanks.words,
    query: thanksQuery(thanks.whom),
    at,
    wait: thanks.wait,
  })
}

type Kind = 'invitation' | 'thanks'
type Written = { kind: Kind; words: string; query: string; at: Date; wait: string[] }

async function writeByHand(db: Db, { id, mine }: Of, { kind, words, query, at, wait }: Written) {
  const message = await write(db, { id, mine }, { kind, words, query, byHand: true })
  await db.updateTable('messages').set({ created_at: at }).where('id', '=', message).execute()
  const lines = await db
    .selectFrom('message_lines as l')
    .innerJoin('supporters as s', 's.id', 'l.supporter_id')
    .where('l.message_id', '=', message)
    .orderBy('l.id')
    .select(['l.id', 's.name'])
    .execute()
  for (const line of lines) if (!wait.includes(line.name)) await handSent(db, mine, message, line.id, at)
}

/** Who has an address and was not invited yet, today. It reaches the mailbox of the sandbox, and where there is none nobody. */
export async function sendByMail(db: Db, of: Of): Promise<void> {
  const asked = { kind: 'invitation', words: '', query: 'group=classmates', byHand: !settings.sandbox } as const
  const messageId = await write(db, of, asked)
  if (settings.sandbox) await sendMessage(db, { messageId })
}

type Asked = { kind: Kind; words: string; query: string; byHand: boolean }

async function write(db: Db, { id, mine }: Pick<Of, 'id' | 'mine'>, { query, ...asked }: Asked): Promise<string> {
  const filter = guestFilterIn(new URLSearchParams(query))
  const { all: many } = await recipientsMeant(db, id, filter)
  return (await compose(db, mine, filter, { ...asked, many, key: undefined })).id
}
