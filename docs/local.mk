# docs/ -- what is read; every file goes into the release and under $(docdir).
dist_doc_DATA += \
    docs/building.md
