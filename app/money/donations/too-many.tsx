import { Trans, useLingui } from '@lingui/react/macro'

/** Replaces the sum if more gifts were found than are added up. */
export function TooMany({ than }: { than: number }) {
  const { i18n } = useLingui()
  const many = i18n.number(than)
  return (
    <p className="text-muted">
      <Trans>More than {many} donations. Narrow the list to see what they come to.</Trans>
    </p>
  )
}
