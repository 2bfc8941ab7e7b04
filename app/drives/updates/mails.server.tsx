import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { fits, inGsm7, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { dayIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { smsBrand } from '#app/platform/sms/outbox.server.ts'
import { MailButton, MailHeading, MailLink, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { hookOfFollower, linkOfFollower } from './followers.server.ts'
import { firstWords } from './update.ts'

// The emails and texts to followers of a drive.

/** A drive, and its updates that are sent together, the oldest first. */
export type Told = { title: string; slug: string; updates: { words: string; at: Date; byTreasurer: boolean }[] }

type Reader = { id: number; email: string; language: Language }

/** Mails the updates to a follower, with the link and the header that end them. */
export const sendUpdateMail = ({ id, email, language }: Reader, told: Told): Promise<void> =>
  mailTo(
    email,
    language,
    updateMail(told, language, { unsubscribe: hookOfFollower(id), end: linkOfFollower('unfollow', id) }),
  )

function updateMail(
  { title, slug, updates }: Told,
  language: Language,
  { unsubscribe, end }: { unsubscribe: string; end: string },
): MailTemplate {
  const first = firstWords(updates.at(-1)?.words ?? '', 60)
  return {
    subject: msg`${title}: ${first}`,
    reason: msg`You’re getting this email because you asked how this fundraiser goes.`,
    unsubscribe,
    body: (
      <>
        <MailHeading>
          <Typed text={title} />
        </MailHeading>
        {updates.map(({ words, at, byTreasurer }) => (
          <div key={at.getTime()}>
            <MailNote>
              {dayIn(language, at)} · {byTreasurer ? <Trans>by a treasurer</Trans> : <Trans>by the organiser</Trans>}
            </MailNote>
            {words.split(/\n+/).map((line, nr) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place
              <MailText key={nr}>
                <Typed text={line} />
              </MailText>
            ))}
          </div>
        ))}
        <MailButton href={`${publicAddress()}/fundraiser/${slug}/updates`}>
          <Trans>See all updates</Trans>
        </MailButton>
        <MailLink href={end}>
          <Trans>Send me no more updates</Trans>
        </MailLink>
      </>
    ),
  }
}

/** Writes the text to a follower's phone: as many words of the newest update as fit, and the way to all of them. */
export function updateSms(words: I18n, { title, slug, updates }: Told, origin: string): string {
  const url = `${origin}/fundraiser/${slug}/updates`
  const said = inGsm7(updates.at(-1)?.words ?? '').replace(/\s+/g, ' ')
  const whole = (drive: string, text: string) => words._(msg`${drive}: ${text} ${url} STOP to end`)
  const short = [...(inGsm7(title) || smsBrand())].slice(0, 30).join('').trimEnd()
  for (let most = 120; most >= 20; most -= 10) {
    const text = inGsm7(firstWords(said, most).replace('…', '..'))
    if (fits(whole(short, text))) return whole(short, text)
  }
  // The address of the page is long: the drive's own is shorter.
  const own = `${origin}/fundraiser/${slug}`
  return fits(words._(msg`Update: ${own} STOP to end`))
    ? smsWith(short, (drive) => words._(msg`${drive}: ${own} STOP to end`))
    : smsWith(short, (drive) => words._(msg`${drive}: a new update is on its page. STOP to end`))
}

/** Mails the button that begins the updates, to an address from the form that has not pressed it yet. */
export async function mailFollow(db: Db, { followerId }: { followerId: number }): Promise<void> {
  const row = await db
    .selectFrom('followers as f')
    .innerJoin('fund_drives as d', 'd.id', 'f.fund_drive_id')
    .where('f.id', '=', followerId)
    .where('f.confirmed_at', 'is', null)
    .where('f.ended_at', 'is', null)
    .where('d.stopped_at', 'is', null)
    .select(['f.email', 'f.language', 'd.title'])
    .executeTakeFirst()
  if (row?.email) await mailTo(row.email, knownLanguage(row.language), followMail(row.title, followerId))
}

const followMail = (title: string, id: number): MailTemplate => ({
  subject: msg`Do you want the updates of ${title}?`,
  reason: msg`You’re getting this email because this address was typed on the page of a fundraiser at {brand}.`,
  body: (
    <>
      <MailHeading>
        <Trans>Tell me how it goes</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Press the button to get the updates of “<Typed text={title} />
          ”: at most one email a day, each with a link that ends them. If you did not ask for this, do nothing.
        </Trans>
      </MailText>
      <MailButton href={linkOfFollower('follow', id)}>
        <Trans>Send me the updates</Trans>
      </MailButton>
    </>
  ),
})
