import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '#app/kit/money.ts'
import { Notice } from '#app/ui/notice.tsx'
import { type Paused, pausedSince } from './shut.ts'

/** Yesterday's giver reads first that nothing is lost. */
export function PausedFace({ paused: { title, total, since } }: { paused: Paused }) {
  const { i18n } = useLingui()
  return (
    <Notice title={<bdi>{title}</bdi>} className="mb-8 max-w-xl">
      <p className="figures font-semibold">
        <Trans>{moneyText(total)} raised</Trans>
      </p>
      <p>{i18n._(pausedSince(since))}</p>
    </Notice>
  )
}
