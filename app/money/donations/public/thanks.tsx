import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy, HeartHandshake } from 'lucide-react'
import type { ReactNode } from 'react'
import { shareMarks, useCopied } from '#app/drives/drive/share-parts.tsx'
import { moneyText } from '#app/kit/money.ts'
import { goneBackWords } from '#app/money/donations/gone-back.ts'
import { passOn } from '#app/money/donations/pass-on.ts'
import { NewTotal, NewTotalWords } from '#app/money/payments/new-total.tsx'
import type { PaidResult } from '#app/money/payments/result.ts'
import { ResultCard } from '#app/money/payments/result-card.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Gone } from './gone.tsx'
import { Links } from './links.tsx'

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
