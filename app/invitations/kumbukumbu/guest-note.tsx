import { Trans, useLingui } from '@lingui/react/macro'

/** The notice on the guest's own page that the host keeps a note of them, without its words, and the button that removes it. */
export function GuestNote({ page, host }: { page: string; host: string }) {
  const { t } = useLingui()
  return (
    <form id="note" method="post" action={`${page}/note`}>
      <p>{t`${host} keeps a note of you in a book of their own. Nobody else reads it.`}</p>
      <button type="submit" className="inline-flex min-h-11 items-center text-link">
        <Trans>Remove the note</Trans>
      </button>
    </form>
  )
}
