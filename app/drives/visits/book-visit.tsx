import { Trans } from '@lingui/react/macro'
import { CalendarHeart } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useRef } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { useFetchedDialog } from '#app/ui/use-fetched-dialog.ts'
import type { Booking } from './visit-form.tsx'

const fetchDialog = () => import('./visit-dialog.tsx')
const VisitDialog = lazy(fetchDialog)

type BookVisitProps = Pick<ComponentProps<typeof LinkButton>, 'variant' | 'size' | 'wide' | 'className'> & {
  slug: string
  booking: Booking
}

/** RSVP: a link to the form; with a script a button that opens it in a dialog, which closes when the visit is booked. */
export function BookVisit({ slug, booking, ...look }: BookVisitProps) {
  const dialog = useFetchedDialog(`/fundraiser/${slug}/book-visit`, fetchDialog)
  // Typed text outlives a dialog that was closed by a slip.
  const typed = useRef<Record<string, string>>(undefined)
  const first: Answer | undefined = typed.current && { ok: false, typed: typed.current }
  return (
    <>
      <LinkButton {...dialog.opener} icon={<CalendarHeart aria-hidden="true" className="size-5" />} {...look}>
        <Trans>RSVP</Trans>
      </LinkButton>
      {dialog.broken && (
        <p role="alert" className="basis-full text-sm text-stop">
          <Trans>The connection broke</Trans>
        </p>
      )}
      {dialog.wanted && (
        <Suspense>
          <VisitDialog
            open={dialog.open}
            onClose={dialog.close}
            slug={slug}
            booking={booking}
            first={first}
            onTyped={(now) => {
              typed.current = now
            }}
            onBooked={() => {
              typed.current = undefined
              dialog.close()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
