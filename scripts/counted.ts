/** '1 entry', '2 entries': what a command says of how many there were. */
export const counted = (many: number, one: string, more = `${one}s`): string => `${many} ${many === 1 ? one : more}`
