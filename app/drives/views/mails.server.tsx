import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { mailManagers } from '#app/people/accounts/mails.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { MailButton, MailFacts, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { creditsOf, creditsShown } from './credits.server.ts'

type BoughtTold = {
  title: string
  package: string
  views: number
  /** The number of views that the drive has in all now. */
  remaining: number
  amount: number
  reference: string
  at: Date
  language: Language
}

/** Email to the person who bought views. */
function boughtMail(bought: BoughtTold, link: string): MailTemplate {
  const { title } = bought
  return {
    subject: msg`Your views for ${title}`,
    preview: msg`The payment has arrived, and the views are there.`,
    reason: msg`You’re getting this email because you bought views at {brand}.`,
    body: (
      <>
        <MailHeading>
          <Trans>Your views are there</Trans>
        </MailHeading>
        <MailText>
          <Trans>
            Your payment has arrived, and <Typed text={title} /> has its views.
          </Trans>
        </MailText>
        <MailFacts
          facts={[
            { name: <Trans>Package</Trans>, value: bought.package },
            { name: <Trans>Views bought</Trans>, value: bought.views.toLocaleString('en-KE') },
            { name: <Trans>Views left in all</Trans>, value: bought.remaining.toLocaleString('en-KE') },
            { name: <Trans>Amount</Trans>, value: moneyText(bought.amount) },
            { name: <Trans>Date</Trans>, value: momentIn(bought.language, bought.at) },
            { name: <Trans>Reference</Trans>, value: bought.reference },
          ]}
        />
        <MailButton href={link}>
          <Trans>Open the fund drive</Trans>
        </MailButton>
      </>
    ),
  }
}

type ClaimedTold = { title: string; reference: string; remaining: number; change: number }

/** Email to the owner of a drive whose views can't be used while their payment is asked back, or are back. */
function claimedMail({ title, reference, remaining, change }: ClaimedTold, link: string): MailTemplate {
  const isBack = change > 0
  const count = Math.abs(change)
  return {
    subject: isBack ? msg`Your views for ${title} are back` : msg`Some views for ${title} can't be used for now`,
    preview: isBack ? msg`The payment for them stays with us.` : msg`The money that was paid for them is asked back.`,
    reason: msg`You get this email because you are the organiser of this fund drive.`,
    body: (
      <>
        <MailHeading>
          {isBack ? (
            <Plural value={count} one="# view is back" other="# views are back" />
          ) : (
            <Plural value={count} one="# view can't be used for now" other="# views can't be used for now" />
          )}
        </MailHeading>
        <MailText>
          {isBack ? (
            <Trans>
              The money for these views of <Typed text={title} /> was not taken back. Visitors can use them again.
            </Trans>
          ) : (
            <Trans>
              The money that was paid for views of <Typed text={title} /> is asked back, so the unused ones are set
              aside. If the money stays with us, they return. If it is refunded, they are gone.
            </Trans>
          )}
        </MailText>
        <MailFacts
          facts={[
            { name: <Trans>Views left in all</Trans>, value: remaining.toLocaleString('en-KE') },
            { name: <Trans>Reference</Trans>, value: reference },
          ]}
        />
        <MailButton href={link}>
          <Trans>Open the fund drive</Trans>
        </MailButton>
      </>
    ),
  }
}

/** Email to the owner of a drive that has few views left, or none. */
function leftMail({ title, remaining, buy }: { title: string; remaining: number; buy: string }): MailTemplate {
  const none = remaining === 0
  return {
    subject: none ? msg`The views of ${title} are used up` : msg`Few views are left for ${title}`,
    preview: none
      ? msg`Visitors can’t read the page any more. They can still give.`
      : msg`Buy more before visitors can’t read the page any more.`,
    reason: msg`You get this email because you are the organiser of this fund drive.`,
    body: (
      <>
        <MailHeading>
          {none ? (
            <Trans>All views are used up</Trans>
          ) : (
            <Plural value={remaining} one="# view is left" other="# views are left" />
          )}
        </MailHeading>
        <MailText>
          {none ? (
            <Trans>
              Visitors of <Typed text={title} /> now read “Access Restricted”. They still see the title and how much was
              raised, and they can give. The story, the gallery and the comments open again when you buy more views.
            </Trans>
          ) : (
            <Trans>
              When the views of <Typed text={title} /> are used up, visitors can’t read its story, gallery and comments.
              They can still give.
            </Trans>
          )}
        </MailText>
        <MailButton href={buy}>
          <Trans>Buy more views</Trans>
        </MailButton>
      </>
    ),
  }
}

/** Tells the person who bought views what they got. Mails about money are always sent. */
export async function mailViewsBought(db: Db, { paymentId }: { paymentId: number }): Promise<void> {
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .innerJoin('subscription_packages as k', 'k.id', 'p.package_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('p.id', '=', paymentId)
    .where('p.status', '=', 'succeeded')
    .where('u.deleted_at', 'is', null)
    .select(['d.id', 'd.title', 'd.slug', 'k.name', 'p.views', 'p.amount', 'p.reference', 'p.settled_at'])
    .select(['u.email', 'p.language'])
    .executeTakeFirst()
  if (!row?.email) return
  const language = knownLanguage(row.language)
  const credits = await creditsOf(db, row.id)
  const { title, name, amount, reference } = row
  const about = { title, package: name, amount, reference, language, at: row.settled_at ?? new Date() }
  const told = { ...about, views: row.views ?? 0, remaining: credits?.remaining ?? 0 }
  const mail = boughtMail(told, `${publicAddress()}/fund-drive/${row.slug}/home`)
  await mailTo(row.email, language, mail)
}

/** Tells those who manage a drive that few views or none are left, unless that is no longer true. */
export async function mailViewsLeft(
  db: Db,
  { driveId, level }: { driveId: string; level: 'low' | 'exhausted' },
): Promise<void> {
  const row = await db
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .where('status', '=', 'active')
    .select(['title', 'slug'])
    .executeTakeFirst()
  const credits = await creditsShown(db, driveId)
  if (!row || credits?.level !== level) return
  const { slug, title } = row
  const buy = `${publicAddress()}/fund-drive/${slug}/payouts/buy-views`
  await mailManagers(db, driveId, 'money', () => leftMail({ title, remaining: credits.remaining, buy }))
}

/** Tells those who manage a drive that unused views can't be used for now, or that they are back. Emails about money are always sent. */
export async function mailViewsClaimed(
  db: Db,
  { paymentId, change }: { paymentId: number; change: number },
): Promise<void> {
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .where('p.id', '=', paymentId)
    .select(['d.id', 'd.title', 'd.slug', 'p.reference'])
    .executeTakeFirst()
  if (!row) return
  const remaining = (await creditsOf(db, row.id))?.remaining ?? 0
  const { title, reference } = row
  const mail = claimedMail({ title, reference, change, remaining }, `${publicAddress()}/fund-drive/${row.slug}/payouts`)
  await mailManagers(db, row.id, 'money', () => mail)
}
