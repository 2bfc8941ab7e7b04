import { Trans, useLingui } from '@lingui/react/macro'
import type { GuestSeen } from './guest.server.ts'
import { HostContact } from './host-contact.tsx'
import { isToShare } from './share-open.tsx'

/** Links get forwarded: who is not the guest learns that the answer is not theirs to give, and where theirs is. */
export function NotThem({ gathering, supporter, occasions }: GuestSeen) {
  const { t } = useLingui()
  const { name } = supporter
  const { slug, hostName, contact, newcomers } = gathering
  return (
    <details id="not-them">
      <summary dir="auto" className="inline-flex min-h-11 items-center text-link">
        {t`Not ${name}?`}
      </summary>
      <div className="grid justify-items-start gap-2 pb-2">
        <p dir="auto">{t`This page is for ${name} alone. Each answer here counts as theirs, and so does the pass.`}</p>
        {newcomers !== 'none' && occasions.some(isToShare) ? (
          <a href={`/invitation/${slug}`} className="inline-flex min-h-11 items-center text-link">
            <Trans>Answer with your own name</Trans>
          </a>
        ) : (
          <p dir="auto">{t`Would you like to come, too? Please ask ${hostName} for an invitation of your own.`}</p>
        )}
        {contact && <HostContact name={hostName} phone={contact} />}
      </div>
    </details>
  )
}
