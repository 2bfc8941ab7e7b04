/** For a form in <details> that is done with: it is empty again, and out of the way. */
export function foldAway(form: HTMLFormElement | undefined): void {
  form?.reset()
  form?.closest('details')?.removeAttribute('open')
}
