import { createServer } from "node:net";
import { Customer } from "../customer.ts";
import { expect, test as base, type Page } from "../fixtures.ts";
import { waitUntilLoaded } from "../screen.ts";
import { startTown } from "../town.ts";

/** Browsers have passkeys at a name, not at an IP address: a town at localhost. */
const test = base.extend<object>({
  town: [
    async ({}, use) => {
      const port = await freePort();
      const town = await startTown(["--addr", `localhost:${port}`]);
      await use({ ...town, url: `http://localhost:${port}` });
      await town.stop();
    },
    { scope: "worker" },
  ],
});

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "localhost", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** A device that asks for a finger, and gets the right one. */
async function withFinger(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  const { authenticatorId } = await devtools.send(
    "WebAuthn.addVirtualAuthenticator",
    {
      options: {
        ...options,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    },
  );
  return {
    count: async () =>
      (await devtools.send("WebAuthn.getCredentials", { authenticatorId }))
        .credentials.length,
  };
}

test("a passkey is added, signs in, and is removed", async ({
  page,
  api,
  visit,
}) => {
  const customer = await Customer.signUp(api);
  await visit({ stored: customer.stored() });
  const finger = await withFinger(page);
  await page.goto("/settings");
  await waitUntilLoaded(page); // what loads above moves the button
  const passkeys = page.getByRole("region", { name: "Passkeys" });

  await test.step("added, after the current password", async () => {
    await passkeys.getByRole("button", { name: "Add a passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByLabel("Name (optional)").fill("My phone");
    await dialog.getByLabel("Current password").fill(customer.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Your passkey has been added.")).toBeVisible();
    await expect(passkeys.getByRole("listitem")).toContainText("My phone");
    expect(await finger.count()).toBe(1);
  });

  await test.step("signs in, with nothing typed", async () => {
    await page.evaluate(() =>
      ["token", "customer"].forEach((key) => localStorage.removeItem(key)),
    );
    await page.goto("/auth");
    await page
      .getByRole("main")
      .getByRole("button", { name: "Sign in with a passkey" })
      .click();
    await expect(page.getByText("Logged in successfully")).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("customer"))).toBe(
      String(customer.id),
    );
  });

  await test.step("removed, and signs in no longer", async () => {
    await page.goto("/settings");
    await expect(passkeys.getByRole("listitem")).toContainText("Last used");
    await passkeys.getByRole("button", { name: "Remove My phone" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove this passkey?" });
    await dialog.getByLabel("Current password").fill(customer.password);
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(
      page.getByText("Your passkey has been removed."),
    ).toBeVisible();
    await expect(passkeys.getByRole("listitem")).toHaveCount(0);
  });
});
