import { Trans, useLingui } from '@lingui/react/macro'

/** The page for a link that opens nothing, whatever the reason, so that nobody learns which invitations existed. */
export function GuestMissing() {
  const { t } = useLingui()
  return (
    <main id="main" tabIndex={-1} className="column grid max-w-[36rem] gap-4 py-16">
      <title>{`${t`This invitation is not here`} · Harambee`}</title>
      <h1 className="text-3xl">
        <Trans>This invitation is not here</Trans>
      </h1>
      <p>
        <Trans>
          The link may have been replaced by a new one, or the invitation was taken back. Please ask the person who sent
          it to you.
        </Trans>
      </p>
    </main>
  )
}
