// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {ExecutionManager} from "./ExecutionManager.sol";

/// @title Execution manager that lets anybody execute
/// @notice Whoever submits a message that its switchboard allows is its executor.
contract OpenExecutionManager is ExecutionManager {
    constructor(
        address owner_,
        ISocket socket_,
        uint32 chainSlug_,
        uint32[] memory siblingChainSlugs_,
        Prices memory prices_
    ) ExecutionManager(owner_, socket_, chainSlug_, new address[](0), siblingChainSlugs_, prices_) {}

    /// @notice Returns no signer, and that anybody may execute; the signature is not read.
    function isExecutor(bytes32, bytes calldata) external pure override returns (address, bool) {
        return (address(0), true);
    }
}
