/* app/provenance.c -- collects the facts. */
#include "app/provenance.h"
#include <starpu.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/shell.h"
#include "commit.h"
#include "config.h"

static char command[4096];

void provenance_start(int argc, char **argv)
{
    char word[sizeof command];
    size_t used = 0;
    for (int i = 0; i < argc && used < sizeof command; ++i)
        used += (size_t)snprintf(command + used, sizeof command - used, "%s%s", i ? " " : "",
                                 shell_quote(argv[i], word, sizeof word));
}

const char *provenance_version(void) { return PACKAGE_VERSION; }
const char *provenance_commit(void) { return UPDRAFT_COMMIT; }
const char *provenance_build(void) { return BUILD_FLAGS; }

const char *provenance_starpu(void)
{
    static char text[32];
    int major, minor, release;
    starpu_get_version(&major, &minor, &release);
    snprintf(text, sizeof text, "%d.%d.%d", major, minor, release);
    return text;
}

const struct provenance *provenance_of(const char *case_name, const char *case_file)
{
    static char host[256];
    static struct provenance facts[9];
    gethostname(host, sizeof host - 1);
    const struct provenance now[] = {
        { "case", case_name },
        { "case_file", case_file },
        { "version", provenance_version() },
        { "commit", provenance_commit() },
        { "build", provenance_build() },
        { "starpu", provenance_starpu() },
        { "host", host },
        { "command", command },
        { 0, 0 },
    };
    memcpy(facts, now, sizeof now);
    return facts;
}
