/* Real outlines for tests: the SVG files of whatever icon themes are installed, some hundreds or
 * none. Where there are no such folders nothing is visited, and a test says so. */
#ifndef ICON_FILES_H
#define ICON_FILES_H

#include <stdio.h>
#include <string.h>

typedef void icon_visitor(const char *file);

#if defined(__linux__)
#include <dirent.h>

/* Visits the SVG files in the folder and below it; returns how many, at most `most`. */
static int icon_files_in(const char *folder, int depth, int most, icon_visitor *visit)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    int count = 0;
    while (dir && count < most && (entry = readdir(dir)) != NULL) {
        char path[512];
        const size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.') continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path)
            continue;
        if (length > 4 && strcmp(entry->d_name + length - 4, ".svg") == 0) {
            visit(path);
            count++;
        } else if (depth > 0) {
            count += icon_files_in(path, depth - 1, most - count, visit);
        }
    }
    if (dir) closedir(dir);
    return count;
}

static int icon_files(int most, icon_visitor *visit)
{
    return icon_files_in("/usr/share/icons", 4, most, visit);
}
#else
static int icon_files(int most, icon_visitor *visit)
{
    (void)most, (void)visit;
    return 0;
}
#endif

#endif /* ICON_FILES_H */
