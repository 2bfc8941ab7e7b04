/** Empties and closes a form in <details> after it is done. */
export function foldAway(form: HTMLFormElement | undefined): void {
  form?.reset()
  form?.closest('details')?.removeAttribute('open')
}
