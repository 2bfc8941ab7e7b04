import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy, HeartHandshake, ReceiptText } from 'lucide-react'
import { passOn } from '#app/features/donations/pass-on.ts'
import { capitalised } from '#app/features/drives/drive.ts'
import { marks } from '#app/features/drives/share-marks.tsx'
import { useCopied } from '#app/features/drives/use-copied.ts'
import type { Result } from '#app/features/payments/result.ts'
import { ResultCard } from '#app/features/payments/result-card.tsx'
import { moneyText } from '#app/kit/money.ts'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

type ThanksProps = { gift: Extract<Result, { is: 'paid'; kind: 'donation' }>; slug: string; origin: string }

/** The gift is in: thanks, the receipt, and how others hear of the drive. */
export function Thanks({ gift, slug, origin }: ThanksProps) {
  const { amount, reversed, drive, receipt } = gift
  const title = drive && capitalised(drive.title)
  return (
    <ResultCard
      tone="good"
      slug={slug}
      icon={<HeartHandshake aria-hidden="true" className="size-9" />}
      heading={<Trans>Payment Successful!</Trans>}
      text={
        <Trans>
          Thank you for your donation of <strong className="figures text-ink">{moneyText(amount)}</strong>.
        </Trans>
      }
    >
      {title && <p className="mt-1 font-semibold">{title}</p>}
      {reversed > 0 && (
        <Notice tone="warn" className="mt-5 w-full text-left" title={<Trans>This gift was paid back</Trans>}>
          <Trans>
            {moneyText(reversed)} of {moneyText(amount)} went back to you.
          </Trans>
        </Notice>
      )}
      {drive && title && <PassOn title={title} link={`${origin}/fundraiser/${drive.slug}`} />}
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
        {drive && (
          <LinkButton to={`/fundraiser/${drive.slug}`} variant="secondary">
            <Trans>Back to the fundraiser</Trans>
          </LinkButton>
        )}
      </div>
      <p className="mt-6 text-muted text-sm">
        <Trans>The receipt comes to you by mail, too.</Trans>
      </p>
    </ResultCard>
  )
}

function PassOn({ title, link }: { title: string; link: string }) {
  const { t, i18n } = useLingui()
  const { copied, copy } = useCopied(link)
  return (
    <div className="mt-7 grid w-full gap-3">
      <p className="font-semibold">
        <Trans>Help it grow: tell somebody about it</Trans>
      </p>
      <a
        href={passOn(i18n, { title, link })}
        target="_blank"
        rel="noopener noreferrer"
        className={`no-underline ${buttonClass({ size: 'large', wide: true })}`}
      >
        {marks.whatsapp}
        <Trans>Share on WhatsApp</Trans>
      </a>
      <Button
        type="button"
        variant="secondary"
        className="needs-script"
        onClick={copy}
        icon={copied ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />}
      >
        {copied ? t`Copied!` : t`Copy link`}
      </Button>
    </div>
  )
}
