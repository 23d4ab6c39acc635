// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Reader of many views in one call
/// @notice To reach a chain takes longer than what a view does there, so a quote asks for many at once. One that reverts
/// does not stop the others. Nothing is stored, and nothing can be changed through it.
contract MarketReader {
    struct View {
        address to;
        bytes data;
    }

    struct Result {
        bool success;
        bytes data;
    }

    /// @notice Calls views in order, and returns what each returns or reverts with.
    function readAll(View[] calldata views) external view returns (Result[] memory results) {
        results = new Result[](views.length);
        for (uint256 i = 0; i < views.length; i++) {
            (bool success, bytes memory data) = views[i].to.staticcall(views[i].data);
            results[i] = Result(success, data);
        }
    }
}
