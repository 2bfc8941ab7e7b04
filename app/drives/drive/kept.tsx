import { Trans } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** Comes first to the eye and last to the keyboard: nobody throws away by Enter what they came back for. */
export function KeptFields({ onThrowAway }: { onThrowAway: () => void }) {
  return (
    <Notice
      className="order-first"
      title={<Trans>We kept what you typed.</Trans>}
      action={
        <Button type="button" variant="secondary" size="small" onClick={onThrowAway}>
          <Trans>Start over</Trans>
        </Button>
      }
    />
  )
}
