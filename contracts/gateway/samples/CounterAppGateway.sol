// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {AppGatewayBase} from "../AppGatewayBase.sol";
import {IsPlug, Parallel, Read} from "../GatewayTypes.sol";
import {GatewayCounter} from "./GatewayCounter.sol";
import {IGatewayCounter} from "./IGatewayCounter.sol";

/// @title Counters on several chains and their sum
/// @notice Example of deployments, writes, reads with a callback, and a withdrawal. Only the owner can call functions
/// that spend credits.
contract CounterAppGateway is AppGatewayBase, Ownable {
    /// @notice Contract id of the counters.
    bytes32 public immutable counter = _createContractId("counter");

    /// @notice Value of each chain's counter when it was last read.
    mapping(uint32 chainSlug => uint256) public lastRead;
    /// @notice Sum of the values last read on each chain.
    uint256 public sum;

    /// @notice Emitted when a chain's counter was read. `sum` includes the reads that have returned so far.
    event CounterRead(uint32 indexed chainSlug, uint256 value, uint256 sum);

    constructor(address addressResolver, address owner, uint256 fees) Ownable(owner) {
        _initializeAppGateway(addressResolver);
        _setMaxFees(fees);
        creationCodeWithArgs[counter] = type(GatewayCounter).creationCode;
    }

    /// @notice Deploys a counter to each chain, in parallel.
    function deployContracts(uint32[] calldata chainSlugs) external onlyOwner async {
        _setOverrides(Parallel.ON);
        for (uint256 i = 0; i < chainSlugs.length; i++) _deploy(counter, chainSlugs[i], IsPlug.YES);
    }

    /// @notice Adds to the counter of each chain, sequentially.
    function add(uint32[] calldata chainSlugs, uint256 amount) external onlyOwner async {
        for (uint256 i = 0; i < chainSlugs.length; i++) _counterOn(chainSlugs[i]).add(amount);
    }

    /// @notice Reads the counter of each chain, in parallel.
    function readCounters(uint32[] calldata chainSlugs) external onlyOwner async {
        _setOverrides(Read.ON, Parallel.ON);
        for (uint256 i = 0; i < chainSlugs.length; i++) {
            _counterOn(chainSlugs[i]).counter();
            then(this.sumUp.selector, abi.encode(chainSlugs[i]));
        }
    }

    /// @notice Callback of each read.
    function sumUp(bytes calldata data, bytes calldata returnData) external onlyPromises {
        uint32 chainSlug = abi.decode(data, (uint32));
        uint256 value = abi.decode(returnData, (uint256));
        sum = sum + value - lastRead[chainSlug];
        lastRead[chainSlug] = value;
        emit CounterRead(chainSlug, value, sum);
    }

    function withdrawCredits(uint32 chainSlug, address token, uint256 amount, address receiver) external onlyOwner {
        _withdrawCredits(chainSlug, token, amount, receiver);
    }

    function _counterOn(uint32 chainSlug) private view returns (IGatewayCounter) {
        return IGatewayCounter(forwarderAddresses[counter][chainSlug]);
    }
}
