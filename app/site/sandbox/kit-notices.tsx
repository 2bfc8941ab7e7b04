import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { long, Specimen } from './kit-frame.tsx'

export function Notices() {
  return (
    <Specimen state="notices" wide>
      <div className="grid gap-3">
        <Notice tone="gain" title="Your e-mail address is confirmed." />
        <Notice tone="info" title="Only you can see this page">
          It is paused. Set it to active to open it for everybody.
        </Notice>
        <Notice
          tone="warn"
          title="5 views left"
          action={
            <Button type="button" size="small" variant="secondary">
              Buy Views
            </Button>
          }
        >
          When they are used up, nobody can see your fundraiser.
        </Notice>
        <Notice tone="stop" title="Insufficient funds">
          {long.swahili}
        </Notice>
      </div>
    </Specimen>
  )
}
