import { Trans, useLingui } from '@lingui/react/macro'
import type { HelperRole } from '#app/kit/rights.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { type HelpedNoun, homeOf } from './member.ts'

/** The outcome of following a link that is no longer valid. */
export type UsedLink =
  | { is: 'mine'; role: HelperRole; noun: HelpedNoun; slug: string; title: string }
  | { is: 'used'; by: string; signIn: string | null }
  | { is: 'gone' }

/** Tells the outcome, and leads a helper to the drive or invitation they help with. */
export function UsedLinkSaid({ link }: { link: UsedLink }) {
  const { t } = useLingui()
  if (link.is === 'mine')
    return (
      <div className="grid justify-items-start gap-5">
        <p>
          {link.role === 'treasurer' ? (
            <Trans>You are the treasurer already.</Trans>
          ) : (
            <Trans>You are the secretary already.</Trans>
          )}
        </p>
        <LinkButton to={homeOf(link)}>
          {link.noun === 'drive' ? <Trans>Open the fund drive</Trans> : <Trans>Open the invitation</Trans>}
        </LinkButton>
      </div>
    )
  if (link.is === 'gone')
    return (
      <p>
        <Trans>A link works once, and for 7 days. Ask the person who sent it for another one.</Trans>
      </p>
    )
  return (
    <div className="grid justify-items-start gap-5">
      <p className="wrap-anywhere">{t`This link was used: it works once. Ask ${link.by} for another one.`}</p>
      {link.signIn && (
        <LinkButton to={link.signIn} variant="secondary">
          <Trans>Sign in if it was you</Trans>
        </LinkButton>
      )}
    </div>
  )
}
