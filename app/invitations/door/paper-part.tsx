import { Trans } from '@lingui/react/macro'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'

/** What a door without a phone needs, to print. */
export function PaperPart({ slug, no }: { slug: string; no: number }) {
  const file = (name: string) => `/gathering/${slug}/door/${name}.pdf?occasion=${no}`
  return (
    <Card
      level={3}
      title={<Trans>On paper</Trans>}
      text={<Trans>Passes to cut out, eight on a sheet, and the guests by name with boxes to tick.</Trans>}
    >
      <div className="flex flex-wrap gap-3">
        <a href={file('cards')} download className={buttonClass({ variant: 'secondary' })}>
          <Trans>Print passes</Trans>
        </a>
        <a href={file('list')} download className={buttonClass({ variant: 'secondary' })}>
          <Trans>Print the list</Trans>
        </a>
      </div>
    </Card>
  )
}
