import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy, HeartHandshake, ReceiptText, Undo2 } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { shareMarks, useCopied } from '#app/drives/drive/share-parts.tsx'
import { moneyText } from '#app/kit/money.ts'
import { percentText } from '#app/kit/percents.ts'
import type { Words } from '#app/kit/says.ts'
import { goneBackWords, passOn } from '#app/money/donations/gift-words.ts'
import type { PaidResult, Result } from '#app/money/payments/result.ts'
import { ResultCard } from '#app/money/payments/result-card.tsx'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Progress } from '#app/ui/progress.tsx'
import '#app/money/payments/result.css'

type ThanksProps = { result: PaidResult<'donation'>; slug: string; origin: string; children?: ReactNode }

/** Shows that the gift is in: thanks, the receipt, and how others hear of the drive. */
export function Thanks({ result: gift, slug, origin, children }: ThanksProps) {
  const { t, i18n } = useLingui()
  const { amount, reversed, drive, receipt, sentTo, donor, total, organiser, thanks } = gift
  if (reversed === amount) return <Gone result={gift} slug={slug} />
  const title = drive?.title
  return (
    <ResultCard
      tone="good"
      slug={slug}
      celebrates={reversed === 0}
      icon={<HeartHandshake aria-hidden="true" className="size-9" />}
      heading={<Trans>Payment Successful!</Trans>}
      text={
        <Trans>
          Thank you for your donation of <strong className="figures text-ink">{moneyText(amount)}</strong>.
        </Trans>
      }
    >
      <p className="mt-1 text-muted">
        <Trans>Asante! Your {moneyText(amount)} has arrived.</Trans>
      </p>
      {title && (
        <p dir="auto" className="mt-1 font-semibold">
          {title}
        </p>
      )}
      {donor && <p className="mt-3 font-bold font-display text-2xl wrap-anywhere">{t`Asante, ${donor}!`}</p>}
      {reversed > 0 && (
        <Notice tone="warn" className="mt-5 w-full text-left" title={i18n._(goneBackWords(gift))}>
          <Trans>
            {moneyText(reversed)} of {moneyText(amount)} was returned to you.
          </Trans>
        </Notice>
      )}
      {total && reversed === 0 && <NewTotal {...total} amount={amount} />}
      {drive && reversed === 0 && <NewTotalWords thanks={thanks} organiser={organiser} />}
      {drive && title && <PassOn title={title} total={total} link={`${origin}/fundraiser/${drive.slug}`} />}
      <Links receipt={receipt} slug={drive?.slug} />
      {sentTo && (
        <p className="mt-6 text-muted text-sm">
          {sentTo === 'email' ? (
            <Trans>We’ve emailed your receipt too.</Trans>
          ) : (
            <Trans>We’ve sent your receipt to your phone too.</Trans>
          )}
        </p>
      )}
      {children}
    </ResultCard>
  )
}

function PassOn({ title, link, total }: Parameters<typeof passOn>[1]) {
  const { t, i18n } = useLingui()
  const { copied, copy } = useCopied(link)
  return (
    <div className="mt-7 grid w-full gap-3">
      <p className="font-semibold">
        <Trans>Help them reach the goal: share it</Trans>
      </p>
      <a
        href={passOn(i18n, { title, link, total })}
        target="_blank"
        rel="noopener noreferrer"
        className={`no-underline ${buttonClass({ size: 'large', wide: true })}`}
      >
        {shareMarks.whatsapp}
        <Trans>Share on WhatsApp</Trans>
      </a>
      <Button
        type="button"
        variant="secondary"
        className="needs-script"
        onClick={copy}
        icon={copied ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />}
      >
        <span className="holds-width" data-other={copied ? t`Copy Link` : t`Copied!`}>
          {copied ? t`Copied!` : t`Copy Link`}
        </span>
      </Button>
    </div>
  )
}

/** Shows the giver's next links. The receipt is the payer's alone. */
export function Links({ receipt, slug }: { receipt: string | null; slug: string | undefined }) {
  return (
    <div className="mt-3 flex w-full flex-col gap-3 sm:flex-row sm:justify-center">
      {receipt && (
        <LinkButton
          to={`/receipt/${receipt}`}
          variant="secondary"
          icon={<ReceiptText aria-hidden="true" className="size-5" />}
        >
          <Trans>View receipt</Trans>
        </LinkButton>
      )}
      {slug && (
        <LinkButton to={`/fundraiser/${slug}`} variant="secondary">
          <Trans>Back to the fundraiser</Trans>
        </LinkButton>
      )}
    </div>
  )
}

/** Returns the page's title. For a gift that went back wholly it must not say that the payment arrived. */
export function paidTitle(result: Result): Words {
  const isGone = result.is === 'paid' && result.kind === 'donation' && result.reversed === result.amount
  return isGone ? goneBackWords(result) : msg`Payment Successful!`
}

/** Shows a gift that went back wholly: no thanks, and no link to giving. */
export function Gone({ result: gift, slug }: { result: PaidResult<'donation'>; slug: string }) {
  const { i18n } = useLingui()
  const { amount, drive, receipt } = gift
  const title = drive?.title
  return (
    <ResultCard
      tone="warn"
      slug={slug}
      icon={<Undo2 aria-hidden="true" className="size-9" />}
      heading={i18n._(goneBackWords(gift))}
      text={
        <Trans>
          All of your {moneyText(amount)} was returned to you. Nothing of it is with the fundraiser any more.
        </Trans>
      }
    >
      {title && (
        <p dir="auto" className="mt-1 font-semibold">
          {title}
        </p>
      )}
      <Links receipt={receipt} slug={drive?.slug} />
    </ResultCard>
  )
}

type NewTotalProps = { raised: number; goal: number; amount: number }

/** Shows the drive's total with the gift in it. The bar moves from where it was. */
export function NewTotal({ raised, goal, amount }: NewTotalProps) {
  const { t } = useLingui()
  const before = Math.min(100, (Math.max(0, raised - amount) * 100) / goal)
  return (
    <div className="bar-moves figures mt-5 w-full text-left" style={{ '--before': `${before}%` } as CSSProperties}>
      <div className="mb-2 flex items-baseline justify-between gap-x-3">
        <p>
          <Trans>
            <strong>{moneyText(raised)}</strong> raised of {moneyText(goal)}
          </Trans>
        </p>
        <p className="font-semibold text-brand">{percentText(raised, goal)}</p>
      </div>
      <Progress value={raised} max={goal} label={t`Raised of the goal`} size="tall" words={false} />
    </div>
  )
}

/** Shows the organiser's thanks, in their own words or in the usual ones. */
export function NewTotalWords({ thanks, organiser }: { thanks: string | null; organiser: string }) {
  const { t } = useLingui()
  return (
    <figure className="mt-5 w-full rounded-control bg-brand-soft px-4 py-3 text-left">
      <blockquote dir="auto" className="whitespace-pre-line font-semibold text-lg leading-snug wrap-anywhere">
        {thanks ?? <Trans>Asante! Your gift brings us closer to our goal.</Trans>}
      </blockquote>
      {organiser && <figcaption className="mt-1 text-muted text-sm">{t`${organiser}, organiser`}</figcaption>}
    </figure>
  )
}
