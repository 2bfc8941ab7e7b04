import { Trans } from '@lingui/react/macro'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** The gifts that came in. Until there are any it says what will stand here. */
export function DonationsTab() {
  return (
    <section className="max-h-[32rem] overflow-y-auto">
      <EmptyState
        level={2}
        title={<Trans>No donations yet</Trans>}
        text={<Trans>Every gift will stand here with its amount and its message, the newest first.</Trans>}
      />
    </section>
  )
}
