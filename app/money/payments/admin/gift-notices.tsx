import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { GiftStory } from './story-facts.ts'

/** What a person should know of a payment before anything else. */
export function GiftNotices({ gift }: { gift: GiftStory }) {
  const { i18n } = useLingui()
  const when = (at: Date) => momentIn(i18n.locale as Language, at)
  return (
    <>
      {gift.doubles.map(({ id, at }) => {
        const day = when(at)
        return (
          <Notice key={id} tone="warn" title={<Trans>This may have been given twice without meaning to</Trans>}>
            <Trans>
              The same address gave the same amount to the same fund drive on {day}.{' '}
              <Link to={`/admin/donations/${id}`} className={way}>
                Look at the other one
              </Link>
            </Trans>
          </Notice>
        )
      })}
      {gift.disputes
        .filter(({ status }) => status === 'open')
        .map(({ id, amount }) => {
          const sum = moneyText(amount, 'KSH')
          return (
            <Notice key={id} tone="warn" title={<Trans>The cardholder’s bank disputes {sum} of it</Trans>}>
              <Link to={`/admin/disputes/${id}`} className={way}>
                <Trans>Answer the dispute</Trans>
              </Link>
            </Notice>
          )
        })}
      <Jobs gift={gift} />
    </>
  )
}

const way = 'text-link inline-flex min-h-11 items-center md:min-h-6'

/** Mails and other work that should have been done by now, or that nobody tries any more. */
function Jobs({ gift: { jobs } }: { gift: GiftStory }) {
  const { t } = useLingui()
  const words: Record<string, string> = {
    'mail-receipt': t`The email with the receipt`,
    'mail-gift': t`The email to the owner`,
    'mail-views-bought': t`The email about bought views`,
    'mail-paid-back': t`The email about the refund, to the donor`,
    'mail-gift-gone': t`The email about the refund, to the owner`,
    'send-refund': t`Asking the provider for the refund`,
  }
  return jobs.map(({ key, name, state, tries }) =>
    state === 'given up' ? (
      <Notice key={key} tone="stop" title={words[name] ?? name}>
        <Trans>It failed {tries} times and is not tried any more.</Trans>
      </Notice>
    ) : (
      <Notice key={key} title={words[name] ?? name}>
        <Trans>Waiting.</Trans>
      </Notice>
    ),
  )
}
