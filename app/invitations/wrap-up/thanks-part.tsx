import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { type ThankedFor, thankedFor, thanksAddress, type Unthanked } from './thanks.ts'

/** The guests who came or gave and were not thanked yet, and links to thank them. */
export function ThanksPart({ slug, unthanked }: { slug: string; unthanked: Unthanked }) {
  const { t } = useLingui()
  const { came, gave, either } = unthanked
  // If one group is the same as both together, only that one is offered.
  const isMore = either > Math.max(came, gave)
  const waiting = thankedFor.filter((whom) => (whom === 'either' ? isMore : unthanked[whom] > 0))
  const words: Record<ThankedFor, string> = {
    came: t`Thank ${plural(unthanked.came, { one: '# guest who came', other: '# guests who came' })}`,
    gave: t`Thank ${plural(unthanked.gave, { one: '# guest who gave', other: '# guests who gave' })}`,
    either: t`Thank ${plural(unthanked.either, { one: '# guest who came or gave', other: '# guests who came or gave' })}`,
  }
  return (
    <Card title={<Trans>Thanks</Trans>} level={3}>
      <p className="text-muted">
        {waiting.length > 0 ? (
          <Trans>
            Each guest gets your words, and a card of thanks with their name in the style of the invitation.
          </Trans>
        ) : (
          <Trans>Nobody who came or gave waits for thanks.</Trans>
        )}
      </p>
      <Changing>
        {waiting.length > 0 && (
          <div className="mt-4 flex flex-wrap gap-3">
            {waiting.map((whom) => (
              <LinkButton key={whom} variant="secondary" to={thanksAddress(slug, whom)}>
                {words[whom]}
              </LinkButton>
            ))}
          </div>
        )}
      </Changing>
    </Card>
  )
}
