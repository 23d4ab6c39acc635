// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {IAsyncDeployer} from "./IAsyncDeployer.sol";
import {IFeesManager} from "./IFeesManager.sol";
import {IWatcher} from "./IWatcher.sol";

/// @title Directory of the gateway's contracts
/// @notice Its address is the only one that an app gateway needs at deployment.
interface IAddressResolver {
    /// @notice Returns the contract that accepts requests.
    function watcher__() external view returns (IWatcher);
    /// @notice Returns the fee pool.
    function feesManager__() external view returns (IFeesManager);
    /// @notice Returns the contract that deploys forwarders.
    function asyncDeployer__() external view returns (IAsyncDeployer);
}
