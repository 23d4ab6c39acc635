/** The status of an element that could not be read. It is not final, so that nothing takes the element for one that has ended. */
export const unreadable = "UNREADABLE"
