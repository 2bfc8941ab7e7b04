import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearchParams } from 'react-router'
import { knownLanguage } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { namelessOwn } from '#app/kit/nameless.ts'
import type { Words } from '#app/kit/says.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { Giver } from './choose-form.tsx'
import type { PledgePart } from './parts.server.ts'
import { giftPath } from './pledge.ts'

type About = Omit<NonNullable<PledgePart['about']>, 'way'> & { way: Words }
type Counting = Omit<PledgePart, 'about'> & { about: About | null }
type ListProps = { pledge: { id: number }; parts: Counting[] }

/** The gifts that count for a pledge. A gift that its giver gave for it can't be taken off. */
export function CountingGifts({ pledge, parts }: ListProps) {
  const { t, i18n } = useLingui()
  if (parts.length === 0)
    return (
      <p className="text-muted">
        <Trans>No gift counts for this pledge.</Trans>
      </p>
    )
  return (
    <ul className="-my-3 divide-y divide-line">
      {parts.map((part) => (
        <li key={part.id} className="grid gap-2 py-3">
          <div className="font-semibold">
            <PartGiver part={part} />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-muted text-sm first-letter:uppercase">
              {part.about && (
                <>
                  {briefDayIn(knownLanguage(i18n.locale), new Date(part.about.at))} · {i18n._(part.about.way)}
                </>
              )}
              {part.about && part.isGivers && ' · '}
              {part.isGivers && <Trans>the giver said that it is for this pledge</Trans>}
            </p>
            {part.about && !part.isGivers && (
              <Changing>
                <LinkButton
                  to={`?pledge=${pledge.id}&off=${part.id}`}
                  preventScrollReset
                  size="small"
                  variant="secondary"
                  aria-label={t`Take off the gift of ${part.about.name ?? i18n._(namelessOwn(part.about.isAnonymous))}`}
                >
                  <Trans context="a gift, off a pledge">Take off</Trans>
                </LinkButton>
              </Changing>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Shows the giver; if nobody may know that, only the amount that counts. */
function PartGiver({ part: { about, amount } }: { part: Counting }) {
  if (about) return <Giver gift={{ name: about.name, isAnonymous: about.isAnonymous, amount }} />
  return <span className="figures block text-right">{moneyText(amount)}</span>
}

/** Asks before a gift is taken off. The address opens it, so it works without a script, too. */
export function TakeOffQuestion({ slug, pledge, parts }: ListProps & { slug: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const part = parts.find(({ id, isGivers }) => String(id) === search.get('off') && !isGivers)
  const back = giftPath(slug, pledge.id)
  const close = () => void navigate(back, { replace: true, preventScrollReset: true })
  const { Form, busy } = useFormAction({ onDone: close })
  return (
    <AlertDialog
      open={part !== undefined}
      onClose={close}
      closeTo={back}
      title={<Trans>Take this gift off the pledge?</Trans>}
      text={
        <Trans>
          The gift stays as it is. It does not count for this pledge any more, and can be chosen for another.
        </Trans>
      }
      confirm={
        <Form method="post" action={`${giftPath(slug)}/remove`} className="grid">
          <input type="hidden" name="pledge" value={pledge.id} />
          <input type="hidden" name="part" value={part?.id} />
          <Button variant="danger" busy={busy} busyText={t`Saving...`}>
            <Trans>Take it off</Trans>
          </Button>
        </Form>
      }
    >
      {part && (
        <div className="font-semibold">
          <PartGiver part={part} />
        </div>
      )}
    </AlertDialog>
  )
}
