// What components/layout/menu-dismiss.tsx does, for pages that come without React (lib/http/page-cache.ts).
const OPEN = "details[name=menu][open]";
const close = () => {
  const menu = document.querySelector(OPEN);
  if (menu) menu.open = false;
  return menu;
};
addEventListener("keydown", ({ key }) => {
  if (key === "Escape") close()?.querySelector("summary").focus();
});
addEventListener("click", ({ target }) => {
  if (!target.closest(OPEN)) close();
});
