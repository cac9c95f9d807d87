/** The advisory locks under which one server at a time does something. The numbers are arbitrary; each is used once. */
export const lockKeys = {
  migrations: 5_274_301,
  retention: 5_274_302,
  archives: 5_274_312,
  firstAdmin: 5_274_320,
  recount: 5_274_321,
  mails: 5_274_322,
  anchors: 5_274_323,
  alerts: 5_274_324,
  creation: 5_274_325,
  preset: 5_274_326,
  maps: 5_274_327,
} as const;
